// SPDX-License-Identifier: Apache-2.0
//
// A copy shares the source's data until one of the two changes (a reflink), if the file system can; otherwise
// its bytes are copied, but only where the file has data: a hole stays a hole.

import CLinux
import Glibc

package enum FileCopy {
    package enum Fault<Refusal: Error>: Error {
        /// Contains errno.
        case unreadable(CInt)
        /// Contains errno.
        case unwritable(CInt)
        case refused(Refusal)
    }

    /// Maximum bytes to reserve and write at a time.
    package static let step = 1 << 20

    /// Copies a file's content to an empty file.
    ///
    /// - Parameters:
    ///   - source: read from its beginning; its own offset moves.
    ///   - reserve: called with the number of bytes before they are written, or after they were shared.
    package static func copy<Refusal: Error>(
        _ source: Descriptor, to file: Descriptor, reserving reserve: (Int) throws(Refusal) -> Void
    ) throws(Fault<Refusal>) {
        var status = stat()
        guard fstat(source.number, &status) == 0 else { throw .unreadable(errno) }
        if linux_clone(file.number, source.number) == 0 {
            let bytes = AllocatedBytes.of(blocks: status.st_blocks)
            do throws(Refusal) { return try reserve(bytes) } catch { throw .refused(error) }
        }
        var size = Int(status.st_size)
        var chunk = [UInt8](repeating: 0, count: min(step, size))
        // The next bytes to copy, and the hole behind them.
        var (offset, end) = (0, 0)
        while true {
            if offset == end {
                let data = lseek(source.number, offset, CInt(LINUX_SEEK_DATA))
                if data < 0, errno == ENXIO { break }
                // A FUSE server may return any offset.
                offset = max(data, offset)
                guard offset < size else { break }
                let hole = lseek(source.number, offset, CInt(LINUX_SEEK_HOLE))
                end = hole > offset ? min(hole, size) : size
                guard lseek(file.number, offset, SEEK_SET) >= 0 else { throw .unwritable(errno) }
            }
            let count = pread(source.number, &chunk, min(chunk.count, end - offset), offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(errno) }
            guard count > 0 else {
                size = offset
                break
            }
            do throws(Refusal) { try reserve(count) } catch { throw .refused(error) }
            guard Descriptor.write(Array(chunk.prefix(count)), to: file.number) else {
                throw .unwritable(errno)
            }
            offset += count
        }
        // The source may have become shorter meanwhile: the rest would be zeros that it never had.
        guard fstat(source.number, &status) == 0 else { throw .unreadable(errno) }
        guard ftruncate(file.number, min(size, Int(status.st_size))) == 0 else { throw .unwritable(errno) }
    }
}
