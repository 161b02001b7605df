// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The machine's users and groups. Uses the reentrant getpwnam_r(3) and getgrnam_r(3); the plain variants
/// share a static buffer. Look-ups return nil also on an error.
package enum UserDatabase {
    package struct User {
        package let identifier: uid_t
        package let group: gid_t
        package let name: String
        package let home: String
    }

    package struct Group {
        package let identifier: gid_t
        package let name: String
        package let hasMembers: Bool
    }

    package static func user(_ identifier: uid_t) -> User? {
        lookUp(passwd(), as: User.init(_:)) { getpwuid_r(identifier, $0, $1, $2, $3) }
    }

    package static func user(named name: String) -> User? {
        lookUp(passwd(), as: User.init(_:)) { getpwnam_r(name, $0, $1, $2, $3) }
    }

    package static func group(_ identifier: gid_t) -> Group? {
        lookUp(Glibc.group(), as: Group.init(_:)) { getgrgid_r(identifier, $0, $1, $2, $3) }
    }

    package static func group(named name: String) -> Group? {
        lookUp(Glibc.group(), as: Group.init(_:)) { getgrnam_r(name, $0, $1, $2, $3) }
    }

    /// Buffer sizes in bytes, tried in turn: a group with thousands of members needs a large one.
    private static let sizes = [1 << 12, 1 << 16, 1 << 20]

    private static func lookUp<Entry, Found>(
        _ empty: Entry, as make: (Entry) -> Found?,
        _ call: (
            UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
        ) -> Int32
    ) -> Found? {
        for size in sizes {
            var entry = empty
            var found: UnsafeMutablePointer<Entry>?
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { buffer.deallocate() }
            let code = call(&entry, buffer, size, &found)
            if code != ERANGE { return found.flatMap { make($0.pointee) } }
        }
        return nil
    }
}

extension UserDatabase.User {
    fileprivate init?(_ entry: passwd) {
        guard let name = entry.pw_name, let home = entry.pw_dir else { return nil }
        self.init(
            identifier: entry.pw_uid, group: entry.pw_gid, name: String(cString: name),
            home: String(cString: home))
    }
}

extension UserDatabase.Group {
    fileprivate init?(_ entry: group) {
        guard let name = entry.gr_name else { return nil }
        self.init(
            identifier: entry.gr_gid, name: String(cString: name), hasMembers: entry.gr_mem?.pointee != nil)
    }
}
