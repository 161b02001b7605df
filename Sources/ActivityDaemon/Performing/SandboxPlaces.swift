// SPDX-License-Identifier: Apache-2.0
//
// What a sandbox shows of the folders that are empty inside. Each place that is shown by itself costs a mount, and
// bubblewrap reads all mounts at each (measured: 64 cost 15 ms, 256 cost 140 ms, 1,024 cost 1.7 s). So where there
// are too many files, the folders that they lie in are shown in their place, those that hold most of them first, and
// no more of them than it takes; then the folders above those. The rest of such a folder is seen too. So an empty
// folder itself is never shown, nor what lies above one, nor anything of a private folder but the file that was
// named: what does not fit then is refused.

/// The folders of which a sandbox shows only what it is told to.
struct SandboxPlaces {
    /// So many are shown.
    static let maximum = 64

    private static let slash = UInt8(ascii: "/")

    /// The folders that are empty inside.
    private let covered: [[UInt8]]
    /// Those that hold what belongs to others: no folder in them is shown in place of its files.
    private let privates: [[UInt8]]

    init(covered: [String], private privates: [String]) {
        self.covered = covered.map { Array($0.utf8) }
        self.privates = privates.map { Array($0.utf8) }
    }

    func isCovered(_ path: [UInt8]) -> Bool {
        covered.contains { Self.lies(path, in: $0) }
    }

    /// The places to show so that all of these are there, sorted; those that are there anyway are left out.
    ///
    /// - Throws: `notPerformable` where they are too many.
    func shown(for paths: [[UInt8]]) throws(PerformRefusal) -> [[UInt8]] {
        var places = Set(paths.filter(isCovered))
        while places.count > Self.maximum {
            let folded = fold(places)
            guard folded != places else { throw Self.refusal }
            places = folded
        }
        return places.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static let refusal = PerformRefusal.notPerformable(
        reason:
            "It keeps itself to what it needs, and is shown at most \(maximum) files and folders of /tmp, /run "
            + "and other places that it does not see. Choose fewer, or put them into a folder of their own.")

    /// The places one level further up, as far as it takes.
    private func fold(_ places: Set<[UInt8]>) -> Set<[UInt8]> {
        var folders: [[UInt8]: [[UInt8]]] = [:]
        for place in places {
            if let folder = Self.folder(of: place), mayShow(folder) {
                folders[folder, default: []].append(place)
            }
        }
        let fullestFirst = folders.sorted {
            $0.value.count != $1.value.count
                ? $0.value.count > $1.value.count : $0.key.lexicographicallyPrecedes($1.key)
        }
        var folded = places
        for (folder, inside) in fullestFirst where folded.count > Self.maximum {
            folded.subtract(inside)
            folded.insert(folder)
        }
        return folded.filter { place in !Self.folders(above: place).contains(where: folded.contains) }
    }

    /// Whether a folder may be shown with all that lies in it.
    private func mayShow(_ folder: [UInt8]) -> Bool {
        isCovered(folder) && Self.isPlain(folder)
            && !(covered + privates).contains { Self.lies($0, in: folder) }
            && !privates.contains { Self.lies(folder, in: $0) }
    }

    /// Whether it lies where its path says: `..` leads elsewhere.
    private static func isPlain(_ path: [UInt8]) -> Bool {
        path.dropFirst().split(separator: slash, omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
        }
    }

    private static func lies(_ path: [UInt8], in folder: [UInt8]) -> Bool {
        path.starts(with: folder) && (path.count == folder.count || path[folder.count] == slash)
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
