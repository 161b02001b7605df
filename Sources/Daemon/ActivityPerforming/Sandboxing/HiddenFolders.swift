// SPDX-License-Identifier: Apache-2.0
//
// Selects the files to show in folders that are otherwise empty inside a sandbox ("covered"). Each shown file
// costs a mount, and bubblewrap reads all mounts at each (measured: 64 cost 15 ms, 256 cost 140 ms, 1,024
// cost 1.7 s). So too many files are replaced by their folders, the fullest first, and only as many as
// needed; then by the folders above. The rest of such a folder is visible too. So a covered folder is never
// shown as a whole, nor a folder above it, nor a part of a private folder other than the contents of a
// covered one within it (/dev/shm). An item that is such a folder, or resolves to one, is refused, and so is
// a selection that does not fit.
//
// An item's path proves nothing, since a link in /tmp may lead anywhere: its target is checked, then mounted.
// bubblewrap mounts the target at the item's path; but if a link in the home folder leads there (~/Downloads
// to /tmp/dl, ~/stick to /run/media), at the target's own path, since the link is visible inside.

import CLinux
import Glibc
import Host
import Synchronization

/// A file or folder to show in a covered folder, and the path at which it appears.
struct SandboxMount: Hashable {
    let path: [UInt8]
    let real: [UInt8]
}

/// Mounts of one request's items, keyed by path. Each program has its own sandbox; thousands of paths are
/// resolved only once for all of them.
final class KnownMounts: Sendable {
    private let mounts = Mutex<[[UInt8]: SandboxMount?]>([:])

    /// The mount of a path: nil if the path has not been resolved, `.some(nil)` if it needs no mount.
    subscript(path: [UInt8]) -> SandboxMount?? {
        get { mounts.withLock { $0[path] } }
        set { mounts.withLock { $0[path] = newValue } }
    }
}

/// Folders in which a sandbox shows only chosen files.
struct HiddenFolders {
    static let maximum = 64

    private static let slash = UInt8(ascii: "/")

    /// Folders that are empty inside the sandbox, except for shown files.
    private let covered: [[UInt8]]
    /// Folders of other programs: nothing in them is shown, except in a folder of `covered`.
    private let privates: [[UInt8]]
    /// The home folder, which is visible inside with its links, wherever it is.
    private let home: [UInt8]?
    private let known: KnownMounts?

    /// - Parameter known: mounts that other sandboxes of the same request have resolved.
    init(
        covered: [String], private privates: [String], home: String? = nil, known: KnownMounts? = nil
    ) {
        self.known = known
        self.covered = covered.map { Array($0.utf8) }
        self.privates = privates.map { Array($0.utf8) }
        self.home = home.map { Array($0.utf8) }
    }

    /// Whether a path is in the home folder, but not in a covered folder of it.
    private func isAtHome(_ path: [UInt8]) -> Bool {
        guard let home, RealPath.isInside(path, folder: home) else { return false }
        return !covered.contains {
            RealPath.isInside($0, folder: home) && RealPath.isInside(path, folder: $0)
        }
    }

    func isCovered(_ path: [UInt8]) -> Bool {
        covered.contains { RealPath.isInside(path, folder: $0) }
    }

    /// Whether a file or a whole folder may be shown: it must not contain a covered or private folder, and
    /// the innermost such folder around it must not be a private one.
    func mayShow(_ real: [UInt8]) -> Bool {
        func depth(_ folders: [[UInt8]]) -> Int {
            folders.filter { RealPath.isInside(real, folder: $0) }.map(\.count).max() ?? 0
        }
        return !(covered + privates).contains { RealPath.isInside($0, folder: real) }
            && depth(privates) <= depth(covered.filter { !privates.contains($0) })
    }

    // MARK: One

    /// The mount that shows a path's target; nil if there is no target, or if it is visible anyway.
    ///
    /// - Parameter reportPath: called with the path before the disk is touched.
    /// - Throws: `notPerformable` if the target may not be shown, if it is neither a file nor a folder, or if
    ///   the path contains "..".
    func resolve(_ path: [UInt8], _ reportPath: (String) -> Void) throws(PerformRefusal) -> SandboxMount? {
        if let mount = known?[path] { return mount }
        let mount = try lookUp(path, reportPath)
        known?[path] = .some(mount)
        return mount
    }

    private func lookUp(_ path: [UInt8], _ reportPath: (String) -> Void) throws(PerformRefusal)
        -> SandboxMount?
    {
        let components = path.split(separator: Self.slash).filter { !$0.elementsEqual(".".utf8) }
        let plain = components.flatMap { [Self.slash] + $0 }
        let isAtHome = isAtHome(plain)
        guard path.first == Self.slash, isAtHome || isCovered(plain) else { return nil }
        // A parent folder may be a different one inside, or missing.
        let leadsBack = components.contains { $0.elementsEqual("..".utf8) }
        guard isAtHome || !leadsBack else { throw Self.refusal(of: path, "leads back through ..") }
        reportPath(String(decoding: plain, as: UTF8.self))
        guard let real = RealPath.of(plain) else { return nil }
        if isAtHome, !isCovered(real) || self.isAtHome(real) { return nil }
        guard !leadsBack else { throw Self.refusal(of: path, "leads back through ..") }
        guard mayShow(real) else { throw Self.refusal(of: path, "holds what belongs to other programs") }
        guard Self.isFileOrFolder(real) else {
            throw Self.refusal(of: path, "is neither a file nor a folder")
        }
        return SandboxMount(path: isAtHome ? real : plain, real: real)
    }

    /// Excludes pipes and sockets, which lead to the program at their other end.
    private static func isFileOrFolder(_ real: [UInt8]) -> Bool {
        var status = stat()
        let found = (real + [0]).withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: CChar.self).baseAddress.map { lstat($0, &status) }
        }
        return found == 0 && [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func refusal(of path: [UInt8], _ why: String) -> PerformRefusal {
        .notPerformable(
            reason: "It keeps itself to what it needs, and \(String(decoding: path, as: UTF8.self)) \(why). "
                + "Choose single files, or copy them into the home folder.")
    }

    // MARK: Many

    /// The mounts that make all these files visible, sorted by path.
    ///
    /// - Throws: `notPerformable` if there are too many.
    func shown(for wanted: [SandboxMount]) throws(PerformRefusal) -> [SandboxMount] {
        var mounts = outermost(Set(wanted))
        while mounts.count > Self.maximum {
            let folded = fold(mounts)
            guard folded != mounts else { throw Self.tooMany }
            mounts = folded
        }
        return mounts.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }

    private static let tooMany = PerformRefusal.notPerformable(
        reason:
            "It keeps itself to what it needs, and is shown at most \(maximum) files and folders of /tmp, "
            + "/run and other places that it does not see. "
            + "Choose fewer, or put them into a folder of their own.")

    /// Replaces files by their folders, as far as necessary. A file that is reached through a link keeps its
    /// mount.
    private func fold(_ mounts: Set<SandboxMount>) -> Set<SandboxMount> {
        var folders: [[UInt8]: [SandboxMount]] = [:]
        for mount in mounts where mount.path == mount.real {
            if let folder = Self.folder(of: mount.real), isCovered(folder), mayShow(folder) {
                folders[folder, default: []].append(mount)
            }
        }
        let fullestFirst = folders.sorted {
            $0.value.count != $1.value.count
                ? $0.value.count > $1.value.count : $0.key.lexicographicallyPrecedes($1.key)
        }
        var folded = mounts
        for (folder, inside) in fullestFirst where folded.count > Self.maximum {
            folded.subtract(inside)
            folded.insert(SandboxMount(path: folder, real: folder))
        }
        return outermost(folded)
    }

    /// The mounts that are not within another one: a shown folder includes its contents. Its links are
    /// visible too, so only their targets need a mount.
    private func outermost(_ mounts: Set<SandboxMount>) -> Set<SandboxMount> {
        let linked = mounts.filter { $0.path != $0.real && isCovered($0.real) }
        let reached = Self.inside(linked, mounts).map { SandboxMount(path: $0.real, real: $0.real) }
        let all = mounts.union(reached)
        return all.subtracting(Self.inside(all, all))
    }

    private static func inside(_ mounts: Set<SandboxMount>, _ others: Set<SandboxMount>) -> Set<SandboxMount>
    {
        let paths = Set(others.map(\.path))
        return mounts.filter { folders(above: $0.path).contains(where: paths.contains) }
    }

    private static func folder(of path: [UInt8]) -> [UInt8]? {
        path.lastIndex(of: slash).flatMap { $0 > 0 ? Array(path[..<$0]) : nil }
    }

    private static func folders(above path: [UInt8]) -> some Sequence<[UInt8]> {
        sequence(state: path) { path in
            guard let folder = folder(of: path) else { return nil }
            path = folder
            return folder
        }
    }
}
