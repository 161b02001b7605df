// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// Paths of the policy files, and the order in which they are merged.
package struct PolicyLayout: Hashable, Sendable {
    /// The admin's folders, highest precedence first.
    package let layers: [String]
    /// The `elections.json` that the admin edits.
    package let elections: String
    /// The file of elections that `Elect` in the system scope writes.
    package let elected: String
    /// Folders of bundles, in which a link to /dev/null masks the bundles of later folders.
    package let masks: [String]

    package init(layers: [String], elections: String, elected: String, masks: [String] = []) {
        (self.layers, self.elections, self.elected, self.masks) = (layers, elections, elected, masks)
    }

    package static let settingsName = "activityd.json"

    /// A document's place in the order: its kind, its rank (0 main file, 1 drop-in, 2 client's file), and its
    /// name.
    struct Position {
        let kind: PolicyKind
        let rank: Int
        let name: [UInt8]

        static func precedes(_ one: Position, _ other: Position) -> Bool {
            one.rank != other.rank ? one.rank < other.rank : one.name.lexicographicallyPrecedes(other.name)
        }
    }

    /// A path's place; nil for a path outside the policy.
    func position(of path: String) -> Position? {
        if path.isExactly(elections) { return Position(kind: .elections, rank: 0, name: []) }
        if path.isExactly(elected) { return Position(kind: .elections, rank: 2, name: []) }
        if masks.contains(where: { $0.isExactly(path) }) {
            return Position(kind: .configuration, rank: 2, name: Array(path.utf8))
        }
        let (folder, name) = Folder.split(path)
        for layer in layers {
            if folder.isExactly(layer), name.isExactly(Self.settingsName) {
                return Position(kind: .configuration, rank: 0, name: [])
            }
            for kind in [PolicyKind.configuration, .elections]
            where folder.isExactly(layer + "/" + kind.folder) {
                return Position(kind: kind, rank: 1, name: Array(name.utf8))
            }
        }
        return nil
    }

    /// The form of the file at a path; nil for a path outside the policy.
    func form(of path: String) -> PolicyFragment.Form? {
        if masks.contains(where: { $0.isExactly(path) }) { return .masks }
        return position(of: path).map { $0.kind == .elections ? .elections : .settings }
    }

    /// The path at which a link to /dev/null masks a file; nil for a file that exists only in its own layer.
    package func mask(of path: String) -> String? {
        guard let first = layers.first, let place = position(of: path), path != elections, path != elected,
            !masks.contains(path)
        else { return nil }
        let (folder, name) = Folder.split(path)
        let dropIns = place.rank == 1 ? "/" + place.kind.folder : ""
        return folder.isExactly(first + dropIns) ? nil : first + dropIns + "/" + name
    }
}
