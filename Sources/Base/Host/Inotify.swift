// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// An inotify(7) instance.
package final class Inotify {
    /// The inotify descriptor, non-blocking.
    package let descriptor: Int32

    package struct Event {
        /// The event's watch; -1 for `IN_Q_OVERFLOW`.
        package let watch: Int32
        let mask: UInt32
        /// Name of the entry in the watched folder; empty if the event is about the folder itself.
        package let name: String

        package func holds(_ bits: UInt32) -> Bool { mask & bits != 0 }
    }

    /// inotify_add_watch(2): a watch, or -1 with errno.
    package typealias AddWatch = (_ descriptor: Int32, _ path: String, _ mask: UInt32) -> Int32

    private let addWatch: AddWatch

    package init(addWatch: @escaping AddWatch) throws(StorageError) {
        self.addWatch = addWatch
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw .unwatchable(errno: errno) }
    }

    deinit { close(descriptor) }

    /// Watches the folder at `path` for the events of `mask`, in addition to any earlier ones. Watches belong
    /// to folders, not paths: two paths to one folder share a watch.
    ///
    /// - Returns: the watch, or the negated errno.
    package func add(_ path: String, _ mask: UInt32) -> Int32 {
        let watch = addWatch(descriptor, path, mask | UInt32(IN_MASK_ADD) | UInt32(IN_ONLYDIR))
        return watch >= 0 ? watch : -errno
    }

    /// Removes a watch; a watch that the kernel has already dropped is not an error.
    package func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    /// The pending events, as many as fit into 64 KiB.
    package func read() -> [Event] {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
            var count: Int
            repeat {
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
            return Self.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<max(count, 0)]))
        }
    }

    private static func events(in buffer: UnsafeRawBufferPointer) -> [Event] {
        let header = MemoryLayout<inotify_event>.size
        var events: [Event] = []
        var offset = 0
        while offset + header <= buffer.count {
            let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let name = buffer[(offset + header)...].prefix(Int(event.len)).prefix { $0 != 0 }
            events.append(
                Event(watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self)))
            offset += header + Int(event.len)
        }
        return events
    }
}
