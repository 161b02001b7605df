// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Options of bwrap(1), as the bytes that it is given.
struct SandboxOptions {
    /// Each file that is shown by itself costs a mount, and bubblewrap reads all mounts at each. Of more, the folders
    /// are shown that they lie in. Measured: 64 cost 15 ms, 256 cost 140 ms, 1,024 cost 1.7 s.
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

    /// Shows files and folders, read-only, where they are hidden otherwise: by the path that is given, and by the one
    /// that it leads to.
    mutating func show(_ paths: [[UInt8]]) {
        var places: [[UInt8]: [UInt8]] = [:]
        for path in paths {
            guard let real = Self.resolved(path) else { continue }
            for place in [path, real] where isCovered(place) { places[place] = real }
        }
        if places.count > Self.mostShown { places = Self.folders(places) }
        for (place, real) in places.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            words += [Array("--ro-bind-try".utf8), real, place]
        }
    }

    private static func folders(_ places: [[UInt8]: [UInt8]]) -> [[UInt8]: [UInt8]] {
        func folder(_ path: [UInt8]) -> [UInt8] {
            path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<$0]) } ?? path
        }
        return Dictionary(places.map { (folder($0.key), folder($0.value)) }) { one, _ in one }
    }

    /// Without links; nil for what is neither a file nor a folder, such as another program's socket.
    private static func resolved(_ path: [UInt8]) -> [UInt8]? {
        guard let real = RealPath.of(path) else { return nil }
        var status = stat()
        let isThere = stat((real + [0]).map { CChar(bitPattern: $0) }, &status) == 0
        return isThere && [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) ? real : nil
    }
}
