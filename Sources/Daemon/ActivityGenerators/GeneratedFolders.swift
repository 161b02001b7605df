// SPDX-License-Identifier: Apache-2.0
//
// Generated bundles, in one folder per generator:
//
//     $XDG_CACHE_HOME/activityd/generated/<generator>/<identifier>.activity/
//
// A generator never writes there. It writes to a new folder in memory, beneath $XDG_RUNTIME_DIR, which is
// discarded if the run fails. If the run succeeds, the new and changed bundles are copied beside the served
// ones, and then each is renamed into place: a copy that fails changes nothing. Unchanged bundles keep their
// inodes, so that the next scan does not read them again. All of this is one job on the disk thread, and the
// registry publishes it as one generation. Rewriting all bundles at each change would take seconds: ext4
// keeps the inodes of removed files for a minute, and searches all of them for each new file.
//
// Generated bundles can be made again, so nothing is flushed to the disk.
//
// Two daemons of one person may share the folder, and have different generators: a daemon publishes under a
// lock, and removes only the bundles of generators that it has run; the watchers of both report the change.
// The folder in memory belongs to one daemon, as does its runtime folder.

import CLinux
import Glibc
import Host

/// The folders of generated bundles. Use on the disk thread only.
struct GeneratedFolders: Sendable {
    private let base: String
    /// Folder in which runs write.
    private let stagingFolder: String
    private let remover: Remover
    private let reportPath: @Sendable (String?) -> Void

    /// - Parameter reportPath: called, from any thread, with the path that is read next, and with nil when
    ///   done.
    init(
        _ base: String, staging: String, _ remover: Remover, reportPath: @escaping @Sendable (String?) -> Void
    ) {
        (self.base, stagingFolder, self.remover, self.reportPath) = (base, staging, remover, reportPath)
    }

    /// Creates the folder for a generator's run; returns its path.
    func stage(_ name: String) throws(StorageError) -> String {
        let staging = StagingName(.new, for: name).text
        try Folder(creating: stagingFolder, mode: 0o700).makeFolder(staging, mode: 0o700)
        return stagingFolder + "/" + staging
    }

    /// Checks the size of a run in progress; throws the reason to stop it.
    func check(_ staging: String) throws(GeneratedFault) {
        try GeneratedTree.measure(staging) { [reportPath] in reportPath($0) }
    }

    /// Publishes a run's bundles in place of the previous run's. The run's folder stays; the caller discards
    /// it.
    ///
    /// - Returns: whether the served bundles have changed, and the present contents.
    /// - Throws: the reason why the output is not accepted or could not be published.
    func accept(
        _ staging: String, as name: String
    ) throws(GeneratedFault) -> (isNew: Bool, contents: GeneratedContents) {
        try check(staging)
        do throws(StorageError) {
            let isNew = try FolderLock.hold(base, mode: 0o700, reportPath: reportPath) {
                () throws(StorageError) in
                reportPath(base)
                return try publish(Folder(opening: staging), as: name)
            }
            return (isNew, contents(of: name))
        } catch {
            throw GeneratedFault(sentence: error.description)
        }
    }

    func discard(_ staging: String) {
        remover.remove([Folder.split(staging).name], in: stagingFolder)
    }

    func contents(of name: String) -> GeneratedContents { GeneratedContents(base + "/" + name) }

    /// Removes the bundles of a removed generator.
    func remove(_ name: String) throws(StorageError) {
        guard try Folder.existing(base) != nil else { return }
        try FolderLock.hold(base, mode: 0o700, reportPath: reportPath) { () throws(StorageError) in
            try remover.discard(base + "/" + name)
        }
    }

    /// Removes leftovers of killed daemons.
    func sweep() throws(StorageError) {
        reportPath(stagingFolder)
        try remover.sweep(stagingFolder)
        reportPath(base)
        try FolderLock.tidy(base) { _ throws(StorageError) in try remover.sweep(base) }
    }

    /// Replaces the served bundles by the run's.
    ///
    /// - Returns: whether they differed.
    private func publish(_ made: borrowing Folder, as name: String) throws(StorageError) -> Bool {
        reportPath(base)
        let folder = try Folder(opening: base)
        if let status = try folder.status(of: name), status.st_mode & S_IFMT != S_IFDIR {
            try remover.discard(name, in: folder)
        }
        try folder.makeFolder(name, mode: 0o700)
        let served = try folder.openFolder(name)
        let difference = try GeneratedTree.difference(of: made, from: served, reportPath: reportPath)
        if difference.made.isEmpty, difference.gone.isEmpty { return false }
        let staging = StagingName(.new, for: name).text
        try folder.makeFolder(staging, mode: 0o700)
        defer { remover.remove([staging], in: base) }
        let fresh = try folder.openFolder(staging)
        try GeneratedTree.copy(difference.made, from: made, to: fresh, reportPath: reportPath)
        for name in difference.made { try fresh.put(name, into: served) }
        for name in difference.gone { try served.move(name, into: fresh) }
        return true
    }
}

extension Folder {
    /// Moves `name` into the other folder, and the entry that it replaces into this one.
    fileprivate borrowing func put(_ name: String, into other: borrowing Folder) throws(StorageError) {
        if linux_exchange(descriptor, name, other.descriptor, name) == 0 { return }
        // The other folder has no such name, or the file system cannot exchange: then the name is missing
        // for a moment.
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
