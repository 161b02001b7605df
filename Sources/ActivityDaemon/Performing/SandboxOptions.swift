// SPDX-License-Identifier: Apache-2.0

/// Options of bwrap(1), as the bytes that it is given.
struct SandboxOptions {
    /// Each file that is shown by itself costs a mount, and bubblewrap reads all mounts at each. Of more, the folders
    /// are shown that they lie in, at last the few that are empty otherwise. Measured: 64 cost 15 ms, 256 cost 140 ms, 1,024 cost 1.7 s.
    private static let mostShown = 64

    private(set) var words: [[UInt8]] = []
    /// The folders that are empty inside.
    private let covered: [[UInt8]]

    init(covered: [String]) {
        self.covered = covered.map { Array($0.utf8) }
    }

    mutating func add(_ options: String...) {
        words += options.map { Array($0.utf8) }
    }

    func isCovered(_ path: String) -> Bool { isCovered(Array(path.utf8)) }

    private func isCovered(_ path: [UInt8]) -> Bool {
        covered.contains {
            path.starts(with: $0) && (path.count == $0.count || path[$0.count] == UInt8(ascii: "/"))
        }
    }

    /// Shows files and folders, read-only, where they are hidden otherwise. Nothing is looked at here: what lies in a
    /// file system that hangs holds up its own perform alone.
    mutating func show(_ paths: [[UInt8]]) {
        var places = Set(paths.filter(isCovered))
        while places.count > Self.mostShown { places = Set(places.map(folder)) }
        for place in places.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            words += [Array("--ro-bind-try".utf8), place, place]
        }
    }

    private func folder(_ path: [UInt8]) -> [UInt8] {
        guard !covered.contains(path), let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return Array(path[..<slash])
    }
}
