// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The stored target of a symbolic link: readlink(2).
package enum LinkText {
    /// The target's bytes; nil if the path cannot be read, or is not a link.
    ///
    /// - Parameter folder: descriptor of the folder for relative paths.
    package static func bytes(of link: String, in folder: CInt = AT_FDCWD) -> [UInt8]? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, link, &target, target.count)
        return count > 0 ? target[..<count].map { UInt8(bitPattern: $0) } : nil
    }

    /// The same as text; invalid UTF-8 is replaced.
    package static func of(_ link: String, in folder: CInt = AT_FDCWD) -> String? {
        bytes(of: link, in: folder).map { String(decoding: $0, as: UTF8.self) }
    }
}
