// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// The order of the custom activities, as the person put it, or as the admin did for people who have none of
/// their own: `{"arrangement": ["org.example.resize"]}`.
///
/// The admin's drop-ins are read one after another: each list continues the one before, and an empty one begins anew.
/// The list that `Arrange` in the system scope wrote takes the place of all of them.
struct ArrangementStore {
    let files: ScopeFiles
    let path: SearchPath
    let lastGood: LastGood

    static let key = "arrangement"

    init(_ path: SearchPath, lastGood: LastGood) {
        files = ScopeFiles(path, key: Self.key)
        (self.path, self.lastGood) = (path, lastGood)
    }

    /// The arrangement in force: the person's, or the admin's where the person has none.
    func load(_ look: inout PolicyLook) -> [String] {
        let admin = adminArrangement(&look)
        let own = files.person.map { files.identifiers(in: $0, &look) } ?? []
        return own.isEmpty ? admin : own
    }

    private func adminArrangement(_ look: inout PolicyLook) -> [String] {
        var arrangement: [String] = []
        for (path, list) in look.readDropIns(.arrangement).lists {
            if list.isEmpty {
                arrangement = []
                look.report.override(.arrangement, by: path)
            }
            arrangement += list
            look.report.add(list, in: path)
        }
        let chosen = written(&look)
        guard !chosen.isEmpty else { return arrangement.withoutRepeats }
        look.report.override(.arrangement, by: files.system.path)
        look.report.add(chosen, in: files.system.path)
        return chosen
    }

    /// The list that `Arrange` in the system scope wrote.
    private func written(_ look: inout PolicyLook) -> [String] {
        look.read([files.system], .arrangement).lists.last?.list ?? []
    }

    /// The list in the scope's own file; empty where it has none.
    func ownArrangement() -> [String] {
        var look = PolicyLook(path, lastGood)
        return files.person.map { files.identifiers(in: $0, &look) } ?? written(&look)
    }
}

extension [PolicyDocument] {
    /// The lists of the files that have one, by their paths.
    fileprivate var lists: [(path: String, list: [String])] {
        filter { !$0.onlyCloses }.compactMap { document in
            let list: [String]? = try? document.object.read(ArrangementStore.key)
            return list.map { (document.path, $0) }
        }
    }
}

extension PolicyReport {
    fileprivate mutating func add(_ list: [String], in path: String) {
        append(PolicyEntry(kind: .arrangement, key: ArrangementStore.key, value: list.json, path: path))
    }
}
