// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file system whose server never answers: no process reads what the kernel asks of its descriptor.
package enum DeadMount {
    package struct Refusal: Error {
        let code: Int32
    }

    /// Whether one can be mounted: that takes root and /dev/fuse.
    package static let isAllowed: Bool = {
        let scratch = Scratch()
        return (try? lying(on: scratch.path) {}) != nil
    }()

    /// Runs `body` while one lies on a folder. What waits for it is let go at the end.
    package static func lying(on folder: String, _ body: () throws -> Void) throws {
        let server = open("/dev/fuse", O_RDWR | O_CLOEXEC)
        defer { close(server) }
        let options = "fd=\(server),rootmode=40000,user_id=0,group_id=0"
        guard mount("dead", folder, "fuse", 0, options) == 0 else { throw Refusal(code: errno) }
        defer { umount2(folder, CInt(MNT_DETACH)) }
        try body()
    }
}
