// SPDX-License-Identifier: Apache-2.0

import CLinux

/// The targets for which a folder is watched, by the kind of event that concerns them. A target is a path as
/// the caller named it; several targets may share a folder.
struct Interest {
    /// Targets that are this folder: every entry concerns them.
    var folders: Set<String> = []
    /// Targets that are files in this folder, keyed by file name.
    var files: [String: Set<String>] = [:]
    /// Targets whose next step is in this folder, keyed by its name: a link, or an entry that does not exist
    /// yet.
    var steps: [String: Set<String>] = [:]
    /// Targets whose route leads through this folder: they change if it is removed or renamed.
    var passing: Set<String> = []

    var targets: Set<String> {
        steps.values.reduce(into: files.values.reduce(into: folders.union(passing)) { $0.formUnion($1) }) {
            $0.formUnion($1)
        }
    }

    /// The folder itself is removed or renamed.
    static let ownEvents = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
    /// The folder itself is removed or renamed, or the kernel has dropped the watch.
    static let endEvents = ownEvents | UInt32(IN_UNMOUNT | IN_IGNORED)
    /// A name in the folder appears, disappears or is replaced.
    static let nameEvents = ownEvents | UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
    /// Changes of names, and of owner and mode, which determine who may write and which files are executable.
    static let folderEvents = nameEvents | UInt32(IN_ATTRIB)
    /// All of the above, and changes of content, reported once the writer has closed the file.
    static let fileEvents = folderEvents | UInt32(IN_CLOSE_WRITE)
}
