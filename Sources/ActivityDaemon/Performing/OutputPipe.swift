// SPDX-License-Identifier: Apache-2.0
//
// The standard output of an activity: read as it comes, its beginning kept, the rest thrown away.
//
// It is a FIFO that the activity holds open for reading too. So nobody who prints is ever killed for it
// (SIGPIPE), not while a daemon is started anew and not what is left behind after the end; and a daemon that
// comes later opens it by its name. What is kept goes from the pipe into a file in one step of the kernel
// (splice(2)): a daemon that is killed loses none of it, and a thousand of them need no memory.

import ActivityRegistry
import CLinux
import Glibc
import Systemd

/// The daemon's end of an activity's standard output.
final class OutputPipe {
    /// What is kept, in bytes.
    static let maximumBytes = 64 << 10
    /// What is read at a time: whoever floods it must not hold the loop. As large as a pipe is.
    private static let portion = 64 << 10

    /// Does not block.
    let descriptor: CInt
    private let kept: CInt
    private let path: String
    private var count: Int
    /// Whether more came than is kept.
    private var isCut = false
    /// Whether there is no room in memory for what else comes; it is thrown away, so that who prints is not held up.
    private var isFull = false

    /// Makes the FIFO, and gives the other end for the activity, which the caller closes.
    static func make(in folder: PerformFolder) throws(PerformRefusal) -> (pipe: OutputPipe, end: CInt) {
        let path = folder.outputPath
        guard mkfifo(path, 0o600) == 0 else { throw .system("The output's pipe could not be made", errno) }
        let end = open(path, O_RDWR | O_CLOEXEC)
        guard end >= 0 else { throw .system("The output's pipe could not be opened", errno) }
        guard let pipe = OutputPipe(opening: folder) else {
            let code = errno
            close(end)
            throw .system("The output's pipe could not be opened", code)
        }
        return (pipe, end)
    }

    /// Opens what an earlier daemon has made; nil where that is not there.
    convenience init?(opening folder: PerformFolder) {
        let pipe = open(folder.outputPath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0 else { return nil }
        self.init(adopting: pipe, folder)
    }

    /// Takes over an end that an earlier daemon has read from.
    init?(adopting descriptor: CInt, _ folder: PerformFolder) {
        path = folder.path + "/kept"
        kept = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
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

    private func discard() -> Int {
        withUnsafeTemporaryAllocation(byteCount: Self.portion, alignment: 16) { buffer in
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
    }

    /// Reads what was printed till now: at most what a pipe can hold, however fast more comes.
    func drain() {
        // The size of the largest pipe that an ordinary user may make (/proc/sys/fs/pipe-max-size).
        for _ in 0..<17 where read() != .more { return }
    }

    /// What was kept, as UTF-8; nil where nothing was printed. Where the end was cut off, no half character
    /// is left.
    var text: String? {
        guard count > 0, let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes) else { return nil }
        let text = String(
            decoding: isCut ? bytes.dropLast(Self.halfCharacter(bytes)) : bytes[...], as: UTF8.self)
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
