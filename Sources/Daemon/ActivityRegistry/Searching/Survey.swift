// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import Host

/// Lists the bundles in the folders of a search path by name: only the search folders are opened.
struct Survey {
    enum EntryKind: Equatable, Sendable {
        case folder
        /// A link to /dev/null. A mask with a wrong owner is reported but still counts, since it can only
        /// hide.
        case mask
        case link
        /// Not a folder, or one with an invalid name, for the reason in the sentence.
        case misplaced(String)
    }

    struct Entry: Sendable {
        /// The name without `.activity`.
        let identifier: String
        /// Name in the search folder; `path` ends with it.
        let name: String
        let path: String
        let kind: EntryKind
        /// The error in the owner or mode of the search folder, or of the mask, as a sentence; nil if there
        /// is none.
        let ownerFault: String?
    }

    /// One folder of the path. It stays open, so that bundles are read from the folder that was listed. The
    /// descriptor -1 marks an unreadable folder.
    final class Listing: Sendable {
        let folder: Folder
        let searchFolder: SearchPath.Folder
        let entries: [Entry]
        var isReachable: Bool { folder.descriptor >= 0 }

        fileprivate init(_ folder: consuming Folder, of place: SearchPath.Folder, _ entries: [Entry]) {
            self.folder = folder
            (self.searchFolder, self.entries) = (place, entries)
        }
    }

    let trust: Trust?
    /// Number of further custom bundles to accept.
    private(set) var room: Int
    private(set) var omitted = 0
    /// Sentences on existing folders that could not be read, and on masks with a wrong owner.
    private(set) var problems: [String] = []
    private(set) var gap = ScanGap.none

    let reportPath: (String) -> Void
    /// The masks in force, by folder. While a policy file is broken, one of them may have been removed, and
    /// masks all the same.
    let masks: [String: [String]]
    /// Names known from the last scan of a folder.
    let known: (String) -> [(name: String, isMask: Bool)]

    /// Lists one folder; nil if it does not exist, or if it is personal and cannot be read. System bundles,
    /// and masks in a folder that may mask them, do not count towards the limit, which protects against a
    /// flood of bundles from users. A personal folder that is a dangling link counts as missing. If any other
    /// folder cannot be read, its former entries still occupy their names, and its masks still mask.
    mutating func scan(folder place: SearchPath.Folder) -> Listing? {
        let path = place.path
        reportPath(path)
        do throws(StorageError) {
            guard let folder = try place.isPersonal ? Folder(opening: path) : Folder.existing(path) else {
                return masksAlone(place)
            }
            var status = stat()
            let fault =
                fstat(folder.descriptor, &status) == 0
                ? trust?.complaint(status, of: folder.descriptor, at: path) : nil
            var entries: [Entry] = []
            for (name, isFolder) in try folder.entries() where Self.isBundleName(name.text) {
                guard room > 0 || place.isSystem || place.masksSystem else {
                    omitted += 1
                    continue
                }
                guard let entry = entry(name, isFolder, in: folder, place, fault) else {
                    continue
                }
                if !place.isSystem, !place.masksSystem || entry.kind != .mask {
                    guard room > 0 else {
                        omitted += 1
                        continue
                    }
                    room -= 1
                }
                if entry.kind == .mask, let fault = entry.ownerFault, !problems.contains(fault) {
                    problems.append(fault)
                }
                entries.append(entry)
            }
            return Listing(folder, of: place, masked(entries, in: path))
        } catch .storage(_, _, ENOENT) {
            return masksAlone(place)
        } catch {
            gap = max(gap, error.gap)
            problems.append(error.description)
            guard !place.isPersonal else { return nil }
            let entries = known(path).map { name, isMask in
                Entry(
                    identifier: BundleName.identifier(in: name) ?? name, name: name, path: path + "/" + name,
                    kind: isMask ? .mask : .misplaced("It is out of reach: \(error)"), ownerFault: nil)
            }
            // Nothing in this folder may be opened.
            return Listing(Folder(descriptor: -1, path: path), of: place, masked(entries, in: path))
        }
    }

    private func masksAlone(_ place: SearchPath.Folder) -> Listing? {
        let entries = masked([], in: place.path)
        return entries.isEmpty ? nil : Listing(Folder(descriptor: -1, path: place.path), of: place, entries)
    }

    /// The entries of a folder with the masks in force there.
    private func masked(_ entries: [Entry], in path: String) -> [Entry] {
        let present = Set(entries.filter { $0.kind == .mask }.map(\.name))
        let others = (masks[path] ?? []).filter { !present.contains($0) }
        let removed = others.map { name in
            Entry(
                identifier: BundleName.identifier(in: name) ?? name, name: name, path: path + "/" + name,
                kind: .mask, ownerFault: nil)
        }
        return removed + entries.filter { !others.contains($0.name) }
    }

    /// Excludes hidden files, backups, and files of a running installation.
    static func isBundleName(_ name: String) -> Bool {
        BundleName.identifier(in: name) != nil && name.utf8.first != UInt8(ascii: ".")
            && strstr(name, "~") == nil && strstr(name, ".dpkg-") == nil && strstr(name, ".staging-") == nil
    }

    /// The entry of a name; nil if the file has disappeared.
    private func entry(
        _ fileName: FileName, _ isFolder: Bool, in folder: borrowing Folder, _ place: SearchPath.Folder,
        _ folderFault: String?
    ) -> Entry? {
        let name = fileName.text
        func entry(_ kind: EntryKind, _ fault: String? = nil) -> Entry {
            Entry(
                identifier: BundleName.identifier(in: name) ?? name, name: name,
                path: folder.path + "/" + name, kind: kind, ownerFault: folderFault ?? fault)
        }
        if let complaint = fileName.complaint {
            return entry(.misplaced("Its name \(complaint) to the activity's identifier."))
        }
        if isFolder { return entry(.folder) }
        let isMask: Bool
        do throws(StorageError) {
            isMask = try self.isMask(name, in: folder)
        } catch {
            if place.masksSystem { return entry(.mask, "\(error) Until then it counts as a mask.") }
            isMask = false
        }
        guard let status = try? folder.status(of: name) else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return entry(.folder)
        case S_IFLNK where isMask:
            return entry(.mask, trust?.complaint(status, at: folder.path + "/" + name))
        case S_IFLNK where place.followsLinks: return entry(.link)
        case S_IFLNK:
            return entry(
                .misplaced("It is a link. Put the folder itself there; only /dev/null may be linked to."))
        default: return entry(.misplaced("It is not a folder. Put the bundle's folder there."))
        }
    }

    /// Whether a link is a mask. Its path is noted, since the target may be on a file system that hangs.
    private func isMask(_ name: String, in folder: borrowing Folder) throws(StorageError) -> Bool {
        reportPath(folder.path + "/" + name)
        defer { reportPath(folder.path) }
        return try folder.isMask(name)
    }
}
