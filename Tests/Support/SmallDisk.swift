// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file system of 64 KiB in memory, where the test may mount one (root in most containers).
package struct SmallDisk {
    package let path: String

    package static let isAvailable: Bool = {
        let scratch = Scratch()
        guard let disk = SmallDisk(at: scratch.path) else { return false }
        disk.unmount()
        return true
    }()

    package init?(at path: String) {
        self.path = path
        guard Self.run("mount", "-t", "tmpfs", "-o", "size=64k", "activityd-test", path) else { return nil }
    }

    package func unmount() { _ = Self.run("umount", path) }

    private static func run(_ arguments: String...) -> Bool {
        var child: pid_t = 0
        var vector = arguments.map { strdup($0) } + [nil]
        defer { for argument in vector { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        guard posix_spawnp(&child, arguments[0], &actions, nil, &vector, environ) == 0 else { return false }
        var status: Int32 = 0
        return waitpid(child, &status, 0) == child && status == 0
    }
}
