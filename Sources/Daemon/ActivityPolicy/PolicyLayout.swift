// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// Where the files of policy lie, and in which order they are merged.
package struct PolicyLayout: Hashable, Sendable {
    /// The admin's folders; the first has the say.
    package let layers: [String]
    /// `elections.json` of the admin's own hand.
    package let elections: String
    /// The file of elections that `Elect` in the system scope writes.
    package let elected: String
    /// Folders of bundles in which a link to /dev/null hides what comes behind it.
    package let masks: [String]

    package init(layers: [String], elections: String, elected: String, masks: [String] = []) {
        (self.layers, self.elections, self.elected, self.masks) = (layers, elections, elected, masks)
    }

    package static let settingsName = "activityd.json"

    /// A document's place: what it is about, whether it is a main file (0), a drop-in (1) or a client's (2), and its name.
    struct Place {
        let kind: PolicyKind
        let rank: Int
        let name: [UInt8]

        static func precedes(_ one: Place, _ other: Place) -> Bool {
            one.rank != other.rank ? one.rank < other.rank : one.name.lexicographicallyPrecedes(other.name)
        }
    }

    /// A path's place; nil for a file that is not of the policy.
    func place(of path: String) -> Place? {
        if path.isExactly(elections) { return Place(kind: .elections, rank: 0, name: []) }
        if path.isExactly(elected) { return Place(kind: .elections, rank: 2, name: []) }
        if masks.contains(where: { $0.isExactly(path) }) {
            return Place(kind: .configuration, rank: 2, name: Array(path.utf8))
        }
        let (folder, name) = Folder.split(path)
        for layer in layers {
            if folder.isExactly(layer), name.isExactly(Self.settingsName) {
                return Place(kind: .configuration, rank: 0, name: [])
            }
            for kind in [PolicyKind.configuration, .elections]
            where folder.isExactly(layer + "/" + kind.folder) {
                return Place(kind: kind, rank: 1, name: Array(name.utf8))
            }
        }
        return nil
    }

    /// The path at which a link to /dev/null takes a file's place; nil for one that only its own layer has.
    package func mask(of path: String) -> String? {
        guard let first = layers.first, let place = place(of: path), path != elections, path != elected,
            !masks.contains(path)
        else { return nil }
        let (folder, name) = Folder.split(path)
        let dropIns = place.rank == 1 ? "/" + place.kind.folder : ""
        return folder.isExactly(first + dropIns) ? nil : first + dropIns + "/" + name
    }
}
