// SPDX-License-Identifier: Apache-2.0
//
// What generators have made, each in a folder of its own:
//
//     $XDG_CACHE_HOME/activityd/generated/<generator>/<identifier>.activity/
//
// A generator never writes there. It is given a new folder beside it, under a staging name, which takes the place of the
// former one as a whole (renameat2(2), RENAME_EXCHANGE) when the generator has succeeded, and is thrown away when it has
// failed. All of it can be made again, so nothing is flushed to the disk.
//
// Two daemons of one person may share the folder. Each step is a rename, so that each of them finds one run's bundles or
// another's, and both are told of the change by their watchers.

import CLinux
import Glibc
package import Host

/// The folders of what generators have made. To be used on the disk's thread.
package struct GeneratedFolders: Sendable {
    /// Why what a generator has made is not taken: a sentence.
    package struct Fault: Error, Sendable {
        package let sentence: String
    }

    /// What became of a run's folder.
    package struct Acceptance: Sendable {
        /// Whether what serves has changed.
        package let isNew: Bool
        package let contents: GeneratedContents
    }

    private let base: String
    private let remover: Remover
    private let note: @Sendable (String?) -> Void
    /// A staged folder that nothing has touched for so long belongs to no run; milliseconds.
    static let abandoned = 60_000

    /// - Parameter note: called, from any thread, with the path of what it looks at next; nil: nothing.
    package init(_ base: String, _ remover: Remover, note: @escaping @Sendable (String?) -> Void) {
        (self.base, self.remover, self.note) = (base, remover, note)
    }

    /// Makes a new, empty folder for a run.
    package func stage(_ name: String) throws(StorageError) -> String {
        let staging = StagingName(.new, for: name).text
        try Folder(creating: base, mode: 0o700).makeFolder(staging, mode: 0o700)
        return base + "/" + staging
    }

    /// Says why a run that goes on has to be stopped.
    package func check(_ staging: String) throws(Fault) {
        do throws(GeneratedTree.Fault) {
            try GeneratedTree.measure(staging) { [note] in note($0) }
        } catch {
            throw Fault(error)
        }
    }

    /// Puts a run's folder in the place of the former one, unless they are equal.
    package func accept(_ staging: String, as name: String) throws(Fault) -> Acceptance {
        try check(staging)
        do throws(StorageError) {
            let folder = try Folder(opening: base)
            let staged = Folder.split(staging).name
            let isNew = try !isEqual(staged, to: name, in: folder)
            if isNew { try put(staged, to: name, in: folder) }
            remover.remove([staged], in: base)
            return Acceptance(isNew: isNew, contents: contents(of: name))
        } catch {
            throw Fault(sentence: error.description)
        }
    }

    package func discard(_ staging: String) {
        remover.remove([Folder.split(staging).name], in: base)
    }

    /// What a generator has made as far as it serves.
    package func contents(of name: String) -> GeneratedContents { GeneratedContents(base + "/" + name) }

    /// Takes away what other generators than these have made, and what runs have left that never ended.
    ///
    /// - Parameter now: in milliseconds of CLOCK_REALTIME.
    package func tidy(keeping names: [String], now: Int = Clocks.real()) -> [StorageError] {
        do throws(StorageError) {
            let folder = try Folder(opening: base)
            let found = try folder.names()
            for name in found where !names.contains(name) && !StagingName.isStaging(name) {
                try remover.discard(name, in: folder)
            }
            var staged: [String] = []
            for name in found where StagingName.isStaging(name) {
                guard let changed = try folder.status(of: name)?.st_ctim.tv_sec else { continue }
                if changed * 1_000 < now - Self.abandoned { staged.append(name) }
            }
            remover.remove(staged, in: base)
            return []
        } catch .storage(_, _, ENOENT) {
            return []
        } catch {
            return [error]
        }
    }

    private func isEqual(
        _ staged: String, to name: String, in folder: borrowing Folder
    ) throws(StorageError) -> Bool {
        guard let status = try folder.status(of: name), status.st_mode & S_IFMT == S_IFDIR else {
            return false
        }
        return try GeneratedTree.areEqual(folder.openFolder(staged), folder.openFolder(name), note: note)
    }

    private func put(_ staged: String, to name: String, in folder: borrowing Folder) throws(StorageError) {
        if try folder.status(of: name) == nil { return try folder.rename(staged, to: name) }
        switch folder.exchange(staged, name) {
        case 0: return
        case EINVAL, ENOSYS:
            // A file system that cannot exchange: for a moment there is neither.
            try remover.discard(name, in: folder)
            try folder.rename(staged, to: name)
        case let code: throw folder.fault("put in place", name, code)
        }
    }
}

extension GeneratedFolders.Fault {
    init(_ fault: GeneratedTree.Fault) {
        switch fault {
        case .tooLarge:
            self.init(
                sentence: "It wrote more than \(GeneratedTree.maximumBytes >> 20) MiB, or more than "
                    + "\(GeneratedTree.maximumEntries) files.")
        case .tooDeep: self.init(sentence: "It wrote folders in folders past any bundle's depth.")
        case .storage(let error): self.init(sentence: error.description)
        }
    }
}
