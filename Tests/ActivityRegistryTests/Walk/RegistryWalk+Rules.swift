// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import TestSupport

@testable import ActivityRegistry

/// The invariants of the registry.
extension RegistryWalk {
    /// The sheet as clients see it.
    var view: View {
        let snapshot = keeper.snapshot
        var view = View(
            elections: snapshot.elections.person, arrangement: snapshot.arrangement, starred: snapshot.starred
        )
        for identifier in Self.identifiers {
            guard let bundle = snapshot.bundle(identifier), bundle.standing == .present else { continue }
            view.bundles[identifier] = Shown(
                version: bundle.manifest.version, isLink: bundle.record.link != nil)
        }
        return view
    }

    /// The bundles and decisions on the disk.
    var contents: [String: String] {
        var contents: [String: String] = [:]
        collect(store, in: &contents)
        for decision in Decision.allCases { collect(path(decision), in: &contents) }
        return contents
    }

    private func collect(_ path: String, in contents: inout [String: String]) {
        let names = Files.names(in: path).filter { $0 != ".lock" }
        if names.isEmpty { contents[path] = Files.text(path) }
        for name in names { collect(path + "/" + name, in: &contents) }
    }

    /// Each acknowledged change is in force, unless somebody has changed it by hand.
    func checkServed(_ rule: String = "What was acknowledged stays in force") throws {
        let (known, served) = (acknowledged.without(unknown), view.without(unknown))
        try require(known == served, rule, "\(known), \(served)")
        let names = Set(Self.identifiers.map { $0 + ".activity" } + [".lock"])
        let left = Files.names(in: store).filter { !names.contains($0) }
        try require(left.isEmpty, "Nothing is left of a change", "\(left)")
    }

    /// A restart changes nothing that clients see, and leaves nothing half on the disk.
    func checkRestart(_ before: View) throws {
        let after = view
        try checkServed("What was acknowledged is there after a restart")
        try require(
            before.without(broken) == after.without(broken), "Memory and disk agree", "\(before), \(after)")
        for (identifier, shown) in after.bundles {
            let folder = "\(store)/\(identifier).activity"
            try require(
                Files.text(folder + "/data/version") == shown.version, "No bundle is half one version",
                identifier)
        }
    }
}

extension RegistryWalk.View {
    fileprivate func without(_ subjects: Set<String>) -> RegistryWalk.View {
        var view = self
        for subject in subjects { view.bundles[subject] = nil }
        if subjects.contains(RegistryWalk.Decision.elections.rawValue) { view.elections = [:] }
        if subjects.contains(RegistryWalk.Decision.arrangement.rawValue) { view.arrangement = [] }
        if subjects.contains(RegistryWalk.Decision.starred.rawValue) { view.starred = [] }
        return view
    }
}
