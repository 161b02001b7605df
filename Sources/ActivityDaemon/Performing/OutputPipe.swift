// SPDX-License-Identifier: Apache-2.0
//
// The standard output and the standard error of an activity, each read as it comes. Of the output, which is
// its result, the beginning is kept and the rest thrown away; of the errors the end, which says why it failed.
//
// Each is a FIFO that the activity holds open for reading too. So no writer is ever killed by SIGPIPE,
// neither while the daemon restarts nor when the activity leaves a process behind; and the next daemon opens it by
// its name. What is kept goes from the pipe into a file in one step of the kernel
// (splice(2)): a daemon that is killed loses none of it, and a thousand of them need no memory.

import ActivityRegistry
import CLinux
import Glibc
import Host
import Systemd

/// The daemon's end of what an activity prints.
final class OutputPipe {
    enum Stream: String, CaseIterable {
        case output, errors

        /// The file for what is kept.
        var keptName: String { self == .output ? "kept" : "kept-errors" }
    }

    /// What is kept, in bytes.
    static let maximumBytes = 64 << 10
    /// What stays of the errors when there is no more room: a few lines.
    private static let tailBytes = 4 << 10
    /// Read at a time, in bytes: a program that floods the pipe must not hold up the loop. The size of a pipe.
    private static let portion = 64 << 10

    /// Does not block.
    let descriptor: CInt
    let stream: Stream
    private let kept: CInt
    private let path: String
    private var count: Int
    /// Whether more came than is kept.
    private var isCut = false
    /// Whether there is no room in memory for what else comes; it is thrown away, so that the program that prints it is not held up.
    private var isFull = false

    /// Makes the FIFO, and gives the other end for the activity, which the caller closes.
    static func make(_ stream: Stream, in folder: PerformFolder) throws(PerformRefusal) -> (
        pipe: OutputPipe, end: CInt
    ) {
        let path = folder.path(of: stream)
        guard mkfifo(path, 0o600) == 0 else { throw .system("The output's pipe could not be made", errno) }
        let end = open(path, O_RDWR | O_CLOEXEC)
        guard end >= 0 else { throw .system("The output's pipe could not be opened", errno) }
        guard let pipe = OutputPipe(opening: stream, in: folder) else {
            let code = errno
            close(end)
            throw .system("The output's pipe could not be opened", code)
        }
        return (pipe, end)
    }

    /// Opens what an earlier daemon has made; nil where that is not there.
    convenience init?(opening stream: Stream, in folder: PerformFolder) {
        let pipe = open(folder.path(of: stream), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { return nil }
        self.init(adopting: pipe, stream, in: folder)
    }

    /// Takes over an end that an earlier daemon has read from.
    init?(adopting descriptor: CInt, _ stream: Stream, in folder: PerformFolder) {
        self.stream = stream
        path = folder.path + "/" + stream.keptName
        kept = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        self.descriptor = descriptor
        count = max(0, Int(lseek(kept, 0, SEEK_END)))
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if kept < 0 { return nil }
    }

    deinit {
        close(descriptor)
        if kept >= 0 { close(kept) }
    }

    /// What a turn of reading came to.
    enum Reading {
        case more, nothing, ended
    }

    /// Reads what is there, up to a portion.
    func read() -> Reading {
        if stream == .errors, count >= Self.maximumBytes { keepTail() }
        let room = Self.maximumBytes - count
        let keeps = room > 0 && !isFull
        let moved = keeps ? linux_splice(descriptor, kept, room) : discard()
        if moved < 0, errno == ENOSPC || errno == EDQUOT {
            isFull = true
            return .more
        }
        guard moved > 0 else { return moved == 0 || errno != EAGAIN && errno != EINTR ? .ended : .nothing }
        if keeps { count += moved } else { isCut = true }
        return .more
    }

    /// Makes room for what comes.
    private func keepTail() {
        withUnsafeTemporaryAllocation(byteCount: Self.tailBytes, alignment: 1) { buffer in
            let tail = pread(kept, buffer.baseAddress, buffer.count, count - buffer.count)
            ftruncate(kept, 0)
            lseek(kept, 0, SEEK_SET)
            count = max(0, write(kept, buffer.baseAddress, max(0, tail)))
        }
        isCut = true
    }

    private func discard() -> Int {
        withUnsafeTemporaryAllocation(byteCount: Self.portion, alignment: 16) { buffer in
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
    }

    /// Reads what was printed till now: at most what a pipe can hold, however fast more comes.
    @discardableResult
    func drain() -> Reading {
        // The size of the largest pipe that an ordinary user may make (/proc/sys/fs/pipe-max-size).
        for _ in 0..<17 {
            let reading = read()
            if reading != .more { return reading }
        }
        return .more
    }

    /// The descriptor, for a reader that may wait for more. Nothing is read here from then on.
    func handOver() -> CInt {
        _ = fcntl(descriptor, F_SETFL, 0)
        return descriptor
    }

    /// What was kept; empty where nothing was printed.
    var bytes: [UInt8] {
        count > 0 ? (try? AtomicFile.read(path, limit: Self.maximumBytes)) ?? [] : []
    }

    /// What was kept, as UTF-8; nil where nothing was printed. Where the end was cut off, no half character
    /// is left.
    var text: String? {
        let bytes = bytes
        let isEndCut = isCut && stream == .output
        let text = String(
            decoding: isEndCut ? bytes.dropLast(Self.halfCharacter(bytes)) : bytes[...], as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// How many bytes at the end begin a character that is not whole.
    private static func halfCharacter(_ bytes: [UInt8]) -> Int {
        for (distance, byte) in bytes.reversed().prefix(4).enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > distance + 1 ? distance + 1 : 0
        }
        return 0
    }
}
