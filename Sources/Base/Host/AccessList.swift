// SPDX-License-Identifier: Apache-2.0
//
// The users and groups that a file's access control list lets write it (acl(5)).
//
// The group bits of a file with such a list show its mask, which bounds the list's grants to all but the
// owner and others. So if these bits lack write permission, the list grants none; if they have it, the list
// may grant it to a user outside the mode, and must be read. A folder's default list grants nothing by
// itself: the kernel copies it to new files as their own list, which is then checked.
//
// The kernel returns the list as an extended attribute: a version, then entries of tag, permissions and id,
// all little-endian (linux/posix_acl_xattr.h).

import CLinux
import Glibc

/// The users and groups that the group bits of a file's mode cover.
package struct AccessList: Hashable, Sendable {
    package enum Writer: Hashable, Sendable {
        case user(UInt32)
        case group(UInt32)
    }

    package let writers: [Writer]

    private static let attribute = "system.posix_acl_access"
    private static let version: UInt32 = 2
    private static let headerBytes = 4
    private static let entryBytes = 8
    /// Longest list to read, in bytes: five hundred entries. Longer lists are not trusted.
    private static let maximumBytes = 4_096
    /// The write bit in an entry's permissions.
    private static let write: UInt16 = 2

    /// Reads the list of an open file, or without a descriptor of the file at `path`; a file without a list
    /// is writable by its `group`. Returns nil if the list cannot be read, is too long, or is not understood.
    package init?(of file: Int32?, at path: String, group: UInt32) {
        var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
        var count =
            file.map { fgetxattr($0, Self.attribute, &bytes, bytes.count) }
            ?? lgetxattr(path, Self.attribute, &bytes, bytes.count)
        if count < 0, errno == EBADF, let file {
            // fgetxattr(2) rejects an O_PATH descriptor, so read the attribute through /proc.
            count = getxattr("/proc/self/fd/\(file)", Self.attribute, &bytes, bytes.count)
        }
        if count < 0 {
            guard errno == ENODATA || errno == ENOTSUP else { return nil }
            self.init(writers: [.group(group)])
        } else {
            self.init(Array(bytes.prefix(count)), group: group)
        }
    }

    /// Parses the attribute; nil unless every byte of it is understood.
    package init?(_ bytes: [UInt8], group: UInt32) {
        let entries = bytes.count - Self.headerBytes
        guard entries > 0, entries % Self.entryBytes == 0,
            Self.number(bytes[..<Self.headerBytes]) == Self.version
        else { return nil }
        var writers: [Writer] = []
        var mask = Self.write
        for start in stride(from: Self.headerBytes, to: bytes.count, by: Self.entryBytes) {
            let permissions = UInt16(Self.number(bytes[(start + 2)..<(start + 4)]))
            let id = Self.number(bytes[(start + 4)..<(start + 8)])
            let mayWrite = permissions & Self.write != 0
            switch Self.number(bytes[start..<(start + 2)]) {
            case 0x02: if mayWrite { writers.append(.user(id)) }
            case 0x04: if mayWrite { writers.append(.group(group)) }
            case 0x08: if mayWrite { writers.append(.group(id)) }
            case 0x10: mask = permissions
            // The owner and the world: the mode already covers them.
            case 0x01, 0x20: break
            default: return nil
            }
        }
        self.init(writers: mask & Self.write != 0 ? writers : [])
    }

    private init(writers: [Writer]) {
        self.writers = writers
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
