// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// What the admin's `activityd.json` and its drop-ins decide about activities; the daemon's own settings stand in the
/// same files.
package struct PolicySettings: Hashable, Sendable {
    /// Whether people have activities of their own. Key `personalActivities`.
    package var hasPersonalActivities = true
    /// Whether generators run, and what they have made is served. Key `generators`.
    package var hasGenerators = true
    /// The activities that there are at all; nil: every one. Key `onlyActivities`.
    package var allowed: IdentifierSet?

    package static let keys = ["personalActivities", "generators", "onlyActivities"]

    package init() {}

    /// What files say together, first to last.
    package init(_ documents: [ConfigurationDocument]) {
        for document in documents { try? apply(document.object) }
    }

    /// Of a file of the admin's.
    static let allKeys = keys + DaemonSetting.allCases.map(\.rawValue)

    /// Takes what is there over what was said before.
    mutating func apply(_ object: JSON.Object) throws(JSON.Mismatch) {
        if let value: Bool = try object.read("personalActivities") { hasPersonalActivities = value }
        if let value: Bool = try object.read("generators") { hasGenerators = value }
        guard let only = object.value("onlyActivities") else { return }
        guard let names: [String] = try object.read("onlyActivities") else {
            // Null takes back what an earlier file said.
            return allowed = only == .null ? nil : allowed
        }
        guard let set = IdentifierSet(names) else {
            throw JSON.Mismatch(expected: "identifiers, or patterns such as org.example.*").beneath(
                "onlyActivities")
        }
        allowed = set
    }

    /// Holds a file's content to the form of these keys.
    static func checked(_ content: StateFile.Content) -> StateFile.Content {
        guard case .object(let object) = content else { return content }
        do {
            var settings = PolicySettings()
            try settings.apply(object)
            return content
        } catch {
            return .corrupt(reason: "\(error).")
        }
    }
}

/// The daemon's own settings, by their keys.
package enum DaemonSetting: String, CaseIterable {
    case idleTimeoutUSec, logLevel, systemBundles, limits
}

/// One of the admin's files of settings, as it counts.
package struct ConfigurationDocument: Hashable, Sendable {
    package let path: String
    package let object: JSON.Object
}

/// The admin's files of settings, first to last, each over those before it.
package struct PolicyConfiguration {
    package private(set) var documents: [ConfigurationDocument] = []
    private(set) var settings = PolicySettings()
    private(set) var problems: [String] = []
    /// The paths of those that count.
    private(set) var files: [String] = []
    private(set) var isComplete = true

    /// - Parameters:
    ///   - report: is told of each file and key.
    ///   - note: called with each path before it is touched.
    package init(
        _ layers: PolicyLayers, lastGood: LastGood, report: inout PolicyReport,
        note: (String) -> Void = { _ in }
    ) {
        let main = layers.file("activityd.json", .configuration, lastGood: lastGood, note: note)
        let dropIns = layers.dropIns(.configuration, lastGood: lastGood, note: note)
        problems = main.problems + dropIns.problems
        files = (main.used + dropIns.used).map(\.path)
        isComplete = main.isComplete && dropIns.isComplete
        var broken: Set<String> = []
        for file in main.used + dropIns.used {
            note(file.path)
            let content = PolicySettings.checked(lastGood.files.content(of: file))
            let unknown = content.object?.names.filter { !PolicySettings.allKeys.contains($0) } ?? []
            let former = lastGood.version(of: file, content, isWhole: unknown.isEmpty)
            let inForce = content.object?.over(former) ?? former
            let faults =
                [file.problem(with: content)].compactMap { $0 }
                + unknown.map {
                    "\(file.path): Nothing reads the key \"\($0)\". \(PolicySettings.allKeys.advice(on: $0))"
                }
            if !faults.isEmpty {
                broken.insert(file.path)
                problems += faults
                if inForce != content.object { problems.append(LastGood.notice(file)) }
            }
            guard let object = inForce else { continue }
            // What it says now must outlast its next fault too.
            if !unknown.isEmpty { lastGood.keep(object, of: file) }
            documents.append(ConfigurationDocument(path: file.path, object: object))
            try? settings.apply(object)
            for (key, value) in object.members {
                report.add(PolicyEntry(kind: .configuration, key: key, value: value, path: file.path))
            }
        }
        report.add(main, broken: broken)
        report.add(dropIns, broken: broken)
    }
}

extension StateFile.Content {
    var object: JSON.Object? {
        if case .object(let object) = self { object } else { nil }
    }
}

extension JSON.Object {
    /// With the members of a former version that it lacks: one of them may be what a mistyped key was meant to be.
    fileprivate func over(_ former: JSON.Object?) -> JSON.Object {
        let own = Set(names.map { ExactText($0) })
        return JSON.Object((former?.members ?? []).filter { !own.contains(ExactText($0.name)) } + members)
    }
}
