// SPDX-License-Identifier: Apache-2.0
//
// An activity's standard output and standard error, each read as it arrives. Of the output, which is the
// activity's result, the beginning is kept; of the errors, the end, which explains a failure.
//
// Each is a FIFO that the activity holds open for reading too. So no writer is ever killed by SIGPIPE,
// neither while the daemon restarts nor when the activity leaves a process behind; and the next daemon opens
// the FIFO by its name. The kept bytes move from the pipe into a file in one step of the kernel (splice(2)):
// a daemon that is killed loses none of them, and a thousand pipes need no memory. The file may be on a disk,
// so the disk's thread reads; the file's size records how far it has come.

import CLinux
import Glibc
import Host

/// The daemon's end of an output stream. Created, read and written on the disk's thread.
final class OutputPipe: Sendable {
    enum Stream: String, CaseIterable, Sendable {
        case output, errors

        var keptName: String { self == .output ? "kept" : "kept-errors" }
    }

    static let maximumBytes = 64 << 10
    /// Maximum bytes to retain of a generator's or inspector's output: ten thousand lines.
    static let maximumListBytes = 1 << 20
    /// Bytes of standard error to retain when its file is full: some dozen lines.
    private static let tailBytes = 4 << 10
    /// Bytes to discard at a time, the size of a pipe: a program that floods its pipe must not delay others.
    private static let chunkBytes = 64 << 10

    let stream: Stream
    /// Nonblocking (O_NONBLOCK).
    private let end: Descriptor
    private let kept: Descriptor
    private let path: String
    private let limit: Int

    convenience init(
        making stream: Stream, in folder: PrivateFolder, limit: Int = maximumBytes
    ) throws(PerformRefusal) {
        guard mkfifo(folder.path(of: stream), 0o600) == 0 else {
            throw .system("The output's pipe could not be made", errno)
        }
        guard let end = Self.open(stream, in: folder) else {
            throw .system("The output's pipe could not be opened", errno)
        }
        try self.init(end, stream, in: folder, limit: limit)
    }

    /// Opens an earlier daemon's pipe by name; nil if the pipe or its file cannot be opened.
    convenience init?(opening stream: Stream, in folder: PrivateFolder) {
        guard let end = Self.open(stream, in: folder) else { return nil }
        self.init(adopting: end, stream, in: folder)
    }

    /// Adopts a pipe from which an earlier daemon has read; nil if its file cannot be opened.
    convenience init?(adopting end: Descriptor, _ stream: Stream, in folder: PrivateFolder) {
        _ = fcntl(end.number, F_SETFD, FD_CLOEXEC)
        do { try self.init(end, stream, in: folder, limit: Self.maximumBytes) } catch { return nil }
    }

    private init(
        _ end: Descriptor, _ stream: Stream, in folder: PrivateFolder, limit: Int
    ) throws(PerformRefusal) {
        path = folder.path + "/" + stream.keptName
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        guard let kept = Descriptor(Glibc.open(path, flags, 0o600)) else {
            throw .system("The output's file could not be opened", errno)
        }
        // Standard output is the activity's result, so its room is reserved before the activity starts.
        // Standard error is kept as long as there is room.
        if stream == .output, linux_reserve(kept.number, limit) != 0, errno == ENOSPC || errno == EDQUOT {
            throw .system("There is no room for its output in \(folder.path)", errno)
        }
        (self.end, self.kept, self.stream, self.limit) = (end, kept, stream, limit)
    }

    private static func open(_ stream: Stream, in folder: PrivateFolder) -> Descriptor? {
        Descriptor(Glibc.open(folder.path(of: stream), O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    }

    var descriptor: CInt { end.number }

    // MARK: Reading

    enum Reading: Sendable {
        case more, nothing, ended
    }

    /// Moves available bytes to the file, up to its limit; a full file of standard error is truncated first.
    /// If there is no room, discards a portion instead.
    func read() -> Reading {
        var count = Int(lseek(kept.number, 0, SEEK_END))
        if stream == .errors, count >= limit { count = keepTail(of: count) }
        let room = limit - count
        var moved = room > 0 ? linux_splice(descriptor, kept.number, room) : discard()
        // Discard the bytes, so that the program is not blocked.
        if moved < 0, errno == ENOSPC || errno == EDQUOT { moved = discard() }
        guard moved > 0 else { return moved == 0 || errno != EAGAIN && errno != EINTR ? .ended : .nothing }
        return .more
    }

    /// Truncates the file to its tail; returns the number of bytes that remain.
    private func keepTail(of count: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: Self.tailBytes, alignment: 1) { buffer in
            let tail = pread(kept.number, buffer.baseAddress, buffer.count, off_t(count - buffer.count))
            ftruncate(kept.number, 0)
            lseek(kept.number, 0, SEEK_SET)
            return max(0, write(kept.number, buffer.baseAddress, max(0, tail)))
        }
    }

    private func discard() -> Int {
        withUnsafeTemporaryAllocation(byteCount: Self.chunkBytes, alignment: 16) { buffer in
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
    }

    /// Reads the output so far: about the capacity of a pipe at most, however fast more arrives.
    func drain() {
        // The largest pipe of an unprivileged user, by default 1 MiB (/proc/sys/fs/pipe-max-size).
        for _ in 0..<17 where read() != .more { return }
    }

    /// Whether the pipe is empty and has no writer any more.
    var hasEnded: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) == 1 && state.revents & Int16(POLLIN) == 0
    }

    // MARK: Other ends

    /// Opens an end for the activity, which keeps the pipe open for reading too.
    func endForWriting() throws(PerformRefusal) -> Descriptor {
        guard let end = openAgain(O_RDWR) else {
            throw .system("The output's pipe could not be opened", errno)
        }
        return end
    }

    /// Opens a blocking end for another reader; nil if the kernel refuses.
    func endForReading() -> Descriptor? {
        let end = openAgain(O_RDONLY | O_NONBLOCK)
        if let end { _ = fcntl(end.number, F_SETFL, 0) }
        return end
    }

    /// Opens another end through the descriptor instead of the name, without touching the disk.
    private func openAgain(_ mode: CInt) -> Descriptor? {
        Descriptor(Glibc.open("/proc/self/fd/\(descriptor)", mode | O_CLOEXEC))
    }

    // MARK: Retained bytes

    /// The retained bytes; empty if nothing was printed, or if the file cannot be read.
    var bytes: [UInt8] { (try? AtomicFile.read(path, limit: limit)) ?? [] }

    /// The retained bytes as UTF-8, with U+FFFD for invalid ones; nil if there are none. A character that the
    /// limit has cut in two is dropped.
    var text: String? {
        let bytes = bytes
        var text = String(decoding: bytes, as: UTF8.self)
        // The decoder turns the bytes of a partial character into one replacement character.
        let isCut = stream == .output && bytes.count == limit
        if isCut, text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        return text.isEmpty ? nil : text
    }
}
