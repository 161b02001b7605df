// SPDX-License-Identifier: Apache-2.0

/// Options of bwrap(1), as the bytes that it is given.
struct SandboxOptions {
    private(set) var words: [[UInt8]] = []
    private let places: SandboxPlaces

    init(_ places: SandboxPlaces) {
        self.places = places
    }

    mutating func add(_ options: String...) {
        words += options.map { Array($0.utf8) }
    }

    func isCovered(_ path: String) -> Bool { places.isCovered(Array(path.utf8)) }

    /// Shows files and folders, read-only, where they are hidden otherwise. Nothing is looked at here: what lies in a
    /// file system that hangs holds up its own perform alone.
    mutating func show(_ paths: [[UInt8]]) throws(PerformRefusal) {
        for place in try places.shown(for: paths) {
            words += [Array("--ro-bind-try".utf8), place, place]
        }
    }
}
