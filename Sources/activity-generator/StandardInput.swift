// SPDX-License-Identifier: Apache-2.0

import Glibc

enum StandardInput {
    /// As long as a request can be: the daemon's frame.
    private static let maximumBytes = 1 << 20

    static func read() -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= maximumBytes {
            let count = Glibc.read(STDIN_FILENO, &part, part.count)
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes
    }
}
