// SPDX-License-Identifier: Apache-2.0
//
// The admin's policy is files, so that whatever manages files on a machine manages it: packages and images bring
// them in /usr/lib/activityd, /run/activityd is for this boot, /etc/activityd is the admin's own. Each may hold
// folders of drop-ins (`elections.d`, `arrangement.d`, `activityd.json.d`), merged as systemd merges its own: of
// drop-ins with one name the first layer's counts and the others are not read, a link to /dev/null takes their place
// with nothing, and those that count are read in the order of their names, whichever layer they lie in.
//
// Of a layer, a folder is listed, is absent, or cannot be read. One that cannot be read is not an empty one: what its
// files said last stays in force, and none of them is forgotten.

import ActivityModel
import Host
import StrictJSON

/// The folders that policy is read from, the first wins.
package struct PolicyLayers: Hashable, Sendable {
    package let folders: [String]

    package init(_ folders: [String]) {
        self.folders = folders
    }

    /// Each drop-in is a file for people to read; `elections.json` may be longer.
    static let maximumBytes = 1 << 20

    /// Finds the drop-ins of one kind, such as `elections.d`.
    func dropIns(_ kind: PolicyKind, lastGood: LastGood, note: (String) -> Void) -> PolicyFiles {
        var found = PolicyFiles(kind)
        for layer in folders {
            found.look(into: layer + "/" + kind.folder, lastGood, note) { Self.isDropIn($0) }
        }
        return found.sorted
    }

    /// Finds a file of which only the first layer's counts.
    func file(
        _ name: String, _ kind: PolicyKind, lastGood: LastGood, note: (String) -> Void
    ) -> PolicyFiles {
        var found = PolicyFiles(kind)
        for layer in folders {
            found.look(into: layer, lastGood, note) { $0 == name }
        }
        return found
    }

    /// Editors and packagers put files aside under other names.
    static func isDropIn(_ name: String) -> Bool {
        let ending = ".json".utf8
        return name.utf8.first != UInt8(ascii: ".") && name.utf8.count > ending.count
            && name.utf8.suffix(ending.count).elementsEqual(ending)
    }
}

/// The files of one kind that were found in the layers.
struct PolicyFiles {
    let kind: PolicyKind
    /// Those that count, in the order in which they are read.
    private(set) var used: [StateFile] = []
    /// Those that do not, and the masks.
    private(set) var others: [PolicyFile] = []
    private(set) var problems: [String] = []
    /// Whether no folder was there that could not be read.
    private(set) var isComplete = true
    /// What counts of a name, by the name.
    private var winners: [ExactText: String] = [:]

    init(_ kind: PolicyKind) {
        self.kind = kind
    }

    /// Adds what a folder holds or, where it cannot be read, what it held.
    mutating func look(
        into path: String, _ lastGood: LastGood, _ note: (String) -> Void, isWanted: (String) -> Bool
    ) {
        note(path)
        do throws(StorageError) {
            guard let folder = try Folder.existing(path) else { return }
            for name in try folder.names() where isWanted(name) {
                add(name, in: path, isMask: folder.isMask(name))
            }
        } catch {
            problems.append("\(error) What its files said before stays in force.")
            isComplete = false
            for name in lastGood.names(in: path) where isWanted(name) { add(name, in: path, isMask: false) }
        }
    }

    private mutating func add(_ name: String, in folder: String, isMask: Bool) {
        let path = folder + "/" + name
        if let winner = winners[ExactText(name)] {
            return others.append(PolicyFile(path: path, kind: kind, state: .hidden, by: winner))
        }
        winners[ExactText(name)] = path
        if isMask { return others.append(PolicyFile(path: path, kind: kind, state: .mask)) }
        used.append(
            StateFile(
                path: path, audience: .everybody, isReadOnly: true, limit: PolicyLayers.maximumBytes))
    }

    /// In the order of the names.
    var sorted: PolicyFiles {
        var copy = self
        let named = used.map { (name: Array(Folder.split($0.path).name.utf8), file: $0) }
        copy.used = named.sorted { $0.name.lexicographicallyPrecedes($1.name) }.map(\.file)
        return copy
    }
}
