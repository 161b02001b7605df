// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import StrictJSON

/// The owners and groups whose folders and files a daemon accepts.
///
/// A user who can write a bundle determines the programs that run. So its folder and files must belong to an
/// accepted owner, and no other user may have write permission, by mode or by access control list. Only these
/// groups may have it: root's; the person's private group without other members, which some systems' umask
/// lets write every folder; and, beneath /usr/local, Debian's `staff`, whose members the admin has chosen for
/// that purpose.
package struct Trust: Hashable, Sendable {
    package let owners: Set<UInt32>
    /// Groups that may have write permission.
    package let groups: Set<UInt32>
    /// The group that may have write permission beneath `localFolder`.
    package let staff: UInt32?
    package let localFolder: String

    package init(
        owners: Set<UInt32>, groups: Set<UInt32> = [0], staff: UInt32? = nil,
        localFolder: String = "/usr/local"
    ) {
        self.owners = owners
        self.groups = groups
        self.staff = staff
        self.localFolder = localFolder
    }

    /// Accepts root and the daemon's own user; in the user scope also the activityd user, which stores
    /// bundles that root registered.
    package static func standard(_ scope: Scope, uid: UInt32 = geteuid()) -> Trust {
        let service = scope == .user ? UserDatabase.user(named: "activityd")?.identifier : nil
        return Trust(
            owners: Set([0, uid] + [service].compactMap { $0 }),
            groups: Set([0] + [privateGroup(of: uid)].compactMap { $0 }),
            staff: UserDatabase.group(named: "staff")?.identifier)
    }

    /// The user's primary group, if it has the user's name and no other member.
    private static func privateGroup(of uid: UInt32) -> UInt32? {
        guard let user = UserDatabase.user(uid), let group = UserDatabase.group(user.group),
            isPrivate(group, of: user)
        else { return nil }
        return group.identifier
    }

    static func isPrivate(_ group: UserDatabase.Group, of user: UserDatabase.User) -> Bool {
        group.name.isExactly(user.name) && !group.hasMembers
    }

    /// The error in the owner, mode or access control list of the entry at `path`, as a sentence with the
    /// remedy; nil if there is none.
    ///
    /// - Parameter file: a descriptor of the entry, if it is open.
    func complaint(_ status: stat, of file: Int32? = nil, at path: String) -> String? {
        guard owners.contains(status.st_uid) else {
            return "\(path) belongs to user \(status.st_uid). Give it to root or to yourself: chown."
        }
        // A link's mode has no meaning.
        guard status.st_mode & S_IFMT != S_IFLNK else { return nil }
        if status.st_mode & S_IWOTH != 0 { return "\(path) can be written by everybody. Run: chmod o-w." }
        guard status.st_mode & S_IWGRP != 0 else { return nil }
        guard let list = AccessList(of: file, at: path, group: status.st_gid) else {
            return "\(path) has an access control list that cannot be read. Take it off: setfacl -b."
        }
        // Without the group's bit no entry of an access control list grants writing either (acl(5)).
        return switch list.writers.first(where: { !mayWrite($0, path) }) {
        case .user(let user)?: "\(path) can be written by user \(user). Run: chmod g-w."
        case .group(let group)?: "\(path) can be written by group \(group). Run: chmod g-w."
        case nil: nil
        }
    }

    private func mayWrite(_ writer: AccessList.Writer, _ path: String) -> Bool {
        switch writer {
        case .user(let user): owners.contains(user)
        case .group(let group):
            groups.contains(group) || group == staff && path.utf8.starts(with: (localFolder + "/").utf8)
        }
    }
}
