// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TestSupport

/// Waits for an effect that a program has only after its reply.
package func waitTill(
    _ file: String = #fileID, _ line: Int = #line, _ condition: () throws -> Bool
) throws {
    guard try HangLimit.passes(until: condition) else {
        throw UnexpectedReply("\(file):\(line): The condition did not come true in time.")
    }
}

extension ServedDaemon {
    /// Waits until a path no longer exists.
    package func waitTillGone(_ path: String, _ file: String = #fileID, _ line: Int = #line) throws {
        let parent = path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        try wait(at: parent, file, line) { !Files.exists(path) }
    }

    /// Waits until `condition` holds; checks it after each change in `folder`.
    package func wait(
        at folder: String, _ file: String = #fileID, _ line: Int = #line, until condition: () -> Bool
    ) throws {
        let watcher = inotify_init1(CInt(IN_CLOEXEC))
        defer { close(watcher) }
        let changes = IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE
        inotify_add_watch(watcher, folder, UInt32(changes))
        while !condition() {
            var waited = pollfd(fd: watcher, events: Int16(POLLIN), revents: 0)
            guard poll(&waited, 1, HangLimit.milliseconds) > 0 else {
                throw UnexpectedReply("\(file):\(line): Nothing has changed in \(folder).")
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            read(watcher, &bytes, bytes.count)
        }
    }

    /// Waits until all that was moved out of the way in a folder is removed.
    package func waitTillRemoved(in folder: String) throws {
        for name in Files.names(in: folder) where name.hasPrefix(".staging-") {
            try waitTillGone(folder + "/" + name)
        }
    }
}
