// SPDX-License-Identifier: Apache-2.0
//
// What an administrator's tool brings as a whole: policy and bundles of which none is to be in force without the others.
// `/etc/activityd/applied` is a link to a numbered folder in `/etc/activityd/versions`, and daemons read what it leads
// to. A new version is written beside the one in force and flushed to the disk; then one rename puts a new link in the
// old one's place, so a reader finds the one or the other, and after a loss of power one of them is there.
//
// The version before stays, for `undo`; others are removed. Killed before the rename, an apply leaves a folder that no
// link leads to, which the next one removes. One process at a time holds the lock of the versions' folder.

import ActivityModel
import Glibc
package import Host

/// The folder of the policy and bundles that were applied as a whole.
package struct AppliedFolder {
    /// What became of a folder that was to be applied.
    package enum Outcome: Hashable, Sendable {
        case applied(version: Int)
        /// All is as it was, and had been.
        case unchanged
        /// It does not hold to the rules; all is as it was.
        case refused
    }

    private static let name = "applied"
    private let parent: String

    /// - Parameter root: what the machine's folders are beneath, such as an image's.
    package init(root: String = "") {
        parent = root + "/etc/activityd"
    }

    /// The link to what is in force.
    package var path: String { parent + "/" + Self.name }
    private var versions: String { parent + "/versions" }

    /// Whether exactly these files are in force.
    package func holds(_ files: [BundleFile]) -> Bool { BundleFile.are(files, at: path) }

    /// Brings files into force, durably, unless they are already.
    ///
    /// - Parameter isSound: asked about the folder at a path, which then comes into force as it is.
    package func apply(
        _ files: [BundleFile], isSound: (String) -> Bool
    ) throws(StorageError) -> Outcome {
        try FolderLock.hold(versions, mode: 0o755) { () throws(StorageError) in
            let folder = try Folder(opening: versions)
            let current = try current()
            guard !holds(files) else { return .unchanged }
            try sweep(folder, keeping: current)
            let staging = StagingName(.new, for: Self.name).text
            let next = (current ?? 0) + 1
            do throws(StorageError) {
                try folder.write(files, as: staging)
                guard isSound(folder.path + "/" + staging) else {
                    Remover().remove([staging], in: versions)
                    return .refused
                }
                try folder.rename(staging, to: String(next))
                try folder.sync()
            } catch {
                Remover().remove([staging], in: versions)
                throw error
            }
            try lead(to: next, insteadOf: current, folder)
            try? sweep(folder, keeping: next)
            return .applied(version: next)
        }
    }

    /// Has files judged as `apply` does, in a folder of their own that is gone afterwards.
    package static func check(
        _ files: [BundleFile], isSound: (String) -> Bool
    ) throws(StorageError) -> Bool {
        var template = Array("/tmp/activityctl-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .storage(path: "/tmp", operation: "written", errno: errno)
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? Remover().discard(path) }
        try Folder(opening: path).write(files, as: name)
        return isSound(path + "/" + name)
    }

    /// The version that `undo` brings back; nil where none is kept.
    package func former() throws(StorageError) -> Int? {
        do throws(StorageError) {
            guard let current = try current() else { return nil }
            return Self.former(of: current, among: try Folder(opening: versions).names())
        } catch .storage(_, _, ENOENT) {
            return nil
        }
    }

    /// Brings back the version before the one in force, and returns it; nil where none is kept.
    package func undo() throws(StorageError) -> Int? {
        guard try former() != nil else { return nil }
        return try FolderLock.hold(versions, mode: 0o755) { () throws(StorageError) in
            guard let former = try former() else { return nil }
            try lead(to: former, insteadOf: try current(), Folder(opening: versions))
            return former
        }
    }

    /// The version that the link leads to; nil where there is no link.
    package func current() throws(StorageError) -> Int? {
        guard try Folder(opening: parent).status(of: Self.name) != nil else { return nil }
        guard let target = Route.target(of: path), let version = Self.version(Folder.split(target).name),
            target == Self.target(version)
        else { throw .linkInTheWay(path: path) }
        return version
    }

    private static func target(_ version: Int) -> String { "versions/\(version)" }

    /// Nil for what no version's folder is named. There is always a next one.
    private static func version(_ name: String) -> Int? {
        Int(name).flatMap { (1..<Int.max).contains($0) && String($0) == name ? $0 : nil }
    }

    private static func former(of version: Int, among names: [String]) -> Int? {
        names.compactMap { Self.version($0) }.filter { $0 < version }.max()
    }

    /// Has the link lead to another version, durably; where that fails, to the former again.
    private func lead(
        to version: Int, insteadOf former: Int?, _ versions: borrowing Folder
    ) throws(StorageError) {
        _ = try versions.openFolder(String(version))
        let folder = try Folder(opening: parent)
        try link(to: version, from: versions, in: folder)
        try folder.commit { folder throws(StorageError) in
            guard let former else { return try folder.withdraw(Self.name) }
            try link(to: former, from: versions, in: folder)
        }
    }

    /// The link is made beside the versions, where a sweep finds what a killed process leaves.
    private func link(
        to version: Int, from versions: borrowing Folder, in folder: borrowing Folder
    ) throws(StorageError) {
        let staging = StagingName(.new, for: Self.name).text
        guard symlinkat(Self.target(version), versions.descriptor, staging) == 0 else {
            throw versions.fault("created", staging)
        }
        guard renameat(versions.descriptor, staging, folder.descriptor, Self.name) == 0 else {
            let fault = folder.fault("put in place", Self.name)
            unlinkat(versions.descriptor, staging, 0)
            throw fault
        }
    }

    /// Removes all versions but the one in force and the one before, and what is staged.
    private func sweep(_ folder: borrowing Folder, keeping current: Int?) throws(StorageError) {
        let names = try folder.names()
        let kept = [current, current.flatMap { Self.former(of: $0, among: names) }].compactMap { $0 }
        Remover().remove(
            names.filter { name in
                StagingName.isStaging(name) || Self.version(name).map { !kept.contains($0) } == true
            }, in: versions)
    }
}
