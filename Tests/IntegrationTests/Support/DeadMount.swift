// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// A file system whose server never answers: no process reads what the kernel asks of its descriptor.
enum DeadMount {
    static let isPossible =
        geteuid() == 0 && access("/dev/fuse", R_OK) == 0 && Sanitizer.variables["ASAN_OPTIONS"] == nil
    static let whyNot: Comment =
        "To mount takes root and /dev/fuse; AddressSanitizer's search for leaks waits for the thread that hangs."

    /// Runs `body` while one lies on a folder.
    static func lying(on folder: String, _ body: () throws -> Void) throws {
        let server = open("/dev/fuse", O_RDWR | O_CLOEXEC)
        try #require(server >= 0)
        let options = "fd=\(server),rootmode=40000,user_id=0,group_id=0"
        try #require(mount("dead", folder, "fuse", 0, options) == 0)
        defer {
            umount2(folder, CInt(MNT_DETACH))
            close(server)
        }
        try body()
    }
}
