// SPDX-License-Identifier: Apache-2.0

import CLinux

/// Why a folder is watched: what, of all that happens in it, concerns which targets. A target is a path as it
/// was asked for; several may care for one folder.
struct Interest {
    /// Targets that are this very folder: every entry concerns them.
    var folders: Set<String> = []
    /// Files in this folder, by name.
    var files: [String: Set<String>] = [:]
    /// The next step of the way to a target, by name: a link, or something that is not there yet.
    var steps: [String: Set<String>] = [:]
    /// Targets whose way leads through this folder: they care if it goes or moves.
    var passing: Set<String> = []

    var targets: Set<String> {
        steps.values.reduce(into: files.values.reduce(into: folders.union(passing)) { $0.formUnion($1) }) {
            $0.formUnion($1)
        }
    }

    /// The folder itself goes away or elsewhere.
    static let ownEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
    /// As above, or the kernel has let go of it.
    static let endEvents = ownEvents | UInt32(IN_UNMOUNT | IN_IGNORED)
    /// A name in it appears, goes, or stands for something else.
    static let nameEvents = ownEvents | UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    /// Beside names, owner and mode: who may write to a folder, and what is executable.
    static let folderEvents = nameEvents | UInt32(IN_ATTRIB)
    /// Beside these, what files hold, once their writer has closed them.
    static let fileEvents = folderEvents | UInt32(IN_CLOSE_WRITE)
}
