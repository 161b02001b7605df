// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TestSupport

@testable import ActivityRegistry

extension SearchPath {
    /// A scope whose state is kept in `person` and `system`, and the admin's elections in `etc`.
    static func keeping(in scratch: Scratch, _ scope: Scope) -> SearchPath {
        SearchPath(
            scope: scope, folders: [], systemFolder: "", registrationFolder: "",
            cacheFolder: scratch("cache"),
            stateFolders: (scope == .user ? [scratch("person")] : []) + [scratch("system")],
            configurationFolder: scratch("etc"))
    }
}

extension ElectionStore {
    func load() -> (elections: Elections, named: [String: Set<String>], problems: [String]) {
        var look = PolicyLook(path, lastGood)
        let (elections, named) = load(&look)
        return (elections, named, look.problems)
    }
}

extension ArrangementStore {
    func load() -> (arrangement: [String], problems: [String]) {
        var look = PolicyLook(path, lastGood)
        return (load(&look), look.problems)
    }
}

extension StarStore {
    func load(under setting: [String] = []) -> (starred: [String], problems: [String]) {
        var look = PolicyLook(path, lastGood)
        return (load(under: setting, &look), look.problems)
    }
}
