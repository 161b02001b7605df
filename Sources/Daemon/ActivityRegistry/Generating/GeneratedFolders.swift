// SPDX-License-Identifier: Apache-2.0
//
// What generators have made, each in a folder of its own:
//
//     $XDG_CACHE_HOME/activityd/generated/<generator>/<identifier>.activity/
//
// A generator never writes there. It is given a new folder in memory, beneath $XDG_RUNTIME_DIR, which is thrown away when
// it has failed. When it has succeeded, the bundles that differ from those that serve are copied beside these, and then
// each takes its place by a rename: what cannot be copied changes nothing. The others stay as they are, with their
// inodes, so that the next look reads none of them again. All of it happens in one piece of work on the disk's thread, and
// the registry takes it up as one generation. Ext4 keeps the inodes of removed files for a minute, and searches all of
// them for each new file, so that writing thousands of bundles anew at each change took seconds.
//
// All of it can be made again, so nothing is flushed to the disk.
//
// Two daemons of one person may share the folder, and have other generators each: one publishes at a time, takes away only
// what a generator of its own has left, and both are told of the change by their watchers. The folder in memory belongs
// to one daemon, as does its runtime folder.

import CLinux
import Glibc
package import Host

/// The folders of what generators have made. To be used on the disk's thread.
package struct GeneratedFolders: Sendable {
    private let base: String
    /// Where runs write.
    private let stagingFolder: String
    private let remover: Remover
    private let note: @Sendable (String?) -> Void

    /// - Parameter note: called, from any thread, with the path of what it looks at next; nil: nothing.
    package init(
        _ base: String, staging: String, _ remover: Remover, note: @escaping @Sendable (String?) -> Void
    ) {
        (self.base, stagingFolder, self.remover, self.note) = (base, staging, remover, note)
    }

    /// Makes a new, empty folder for a run.
    package func stage(_ name: String) throws(StorageError) -> String {
        let staging = StagingName(.new, for: name).text
        try Folder(creating: stagingFolder, mode: 0o700).makeFolder(staging, mode: 0o700)
        return stagingFolder + "/" + staging
    }

    /// Says why a run that goes on has to be stopped.
    package func check(_ staging: String) throws(GeneratedFault) {
        try GeneratedTree.measure(staging) { [note] in note($0) }
    }

    /// Has a run's bundles serve in place of the former one's. The run's folder stays; it may be discarded.
    ///
    /// - Returns: whether what serves has changed, and what it is now.
    package func accept(
        _ staging: String, as name: String
    ) throws(GeneratedFault) -> (isNew: Bool, contents: GeneratedContents) {
        try check(staging)
        do throws(StorageError) {
            let isNew = try FolderLock.hold(base, mode: 0o700, note: note) { () throws(StorageError) in
                note(base)
                return try publish(Folder(opening: staging), as: name)
            }
            return (isNew, contents(of: name))
        } catch {
            throw GeneratedFault(sentence: error.description)
        }
    }

    package func discard(_ staging: String) {
        remover.remove([Folder.split(staging).name], in: stagingFolder)
    }

    /// A generator's contents as they serve.
    package func contents(of name: String) -> GeneratedContents { GeneratedContents(base + "/" + name) }

    /// Takes away what a generator has made that is gone.
    package func remove(_ name: String) throws(StorageError) { try remover.discard(base + "/" + name) }

    /// Takes away what killed daemons have left.
    package func sweep() throws(StorageError) {
        note(stagingFolder)
        try remover.sweep(stagingFolder)
        note(base)
        try FolderLock.tidy(base) { _ throws(StorageError) in try remover.sweep(base) }
    }

    /// - Returns: whether anything differed.
    private func publish(_ made: borrowing Folder, as name: String) throws(StorageError) -> Bool {
        note(base)
        let folder = try Folder(opening: base)
        if let status = try folder.status(of: name), status.st_mode & S_IFMT != S_IFDIR {
            try remover.discard(name, in: folder)
        }
        try folder.makeFolder(name, mode: 0o700)
        let served = try folder.openFolder(name)
        let difference = try GeneratedTree.difference(of: made, from: served, note: note)
        if difference.made.isEmpty, difference.gone.isEmpty { return false }
        let staging = StagingName(.new, for: name).text
        try folder.makeFolder(staging, mode: 0o700)
        defer { remover.remove([staging], in: base) }
        let fresh = try folder.openFolder(staging)
        try GeneratedTree.copy(difference.made, from: made, to: fresh, note: note)
        for name in difference.made { try fresh.put(name, into: served) }
        for name in difference.gone { try served.move(name, into: fresh) }
        return true
    }
}

extension Folder {
    /// Has `name` take the place of the other folder's, which comes here.
    fileprivate borrowing func put(_ name: String, into other: borrowing Folder) throws(StorageError) {
        if linux_exchange(descriptor, name, other.descriptor, name) == 0 { return }
        // There is none, or a file system that cannot exchange: for a moment there is neither.
        guard [ENOENT, EINVAL, ENOSYS].contains(errno) else { throw other.fault("put in place", name) }
        if try other.status(of: name) != nil {
            let aside = StagingName(.old, for: name).text
            guard renameat(other.descriptor, name, descriptor, aside) == 0 else {
                throw other.fault("put aside", name)
            }
        }
        try move(name, into: other)
    }

    fileprivate borrowing func move(_ name: String, into other: borrowing Folder) throws(StorageError) {
        guard renameat(descriptor, name, other.descriptor, name) == 0 else {
            throw other.fault("put in place", name)
        }
    }
}
