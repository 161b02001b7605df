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
    /// The paths of the drop-ins that count.
    private(set) var dropIns: [String] = []
    private(set) var isComplete = true

    /// - Parameters:
    ///   - report: is told of each file and key.
    ///   - note: called with each path before it is touched.
    package init(
        _ layers: PolicyLayers, lastGood: LastGood, report: inout PolicyReport,
        note: (String) -> Void = { _ in }
    ) {
        let main = layers.file("activityd.json", .configuration, note: note)
        let dropIns = layers.dropIns(.configuration, lastGood: lastGood, note: note)
        problems = dropIns.problems
        self.dropIns = dropIns.used.map(\.path)
        isComplete = dropIns.isComplete
        var broken: Set<String> = []
        for file in main.used + dropIns.used {
            note(file.path)
            let content = PolicySettings.checked(lastGood.files.content(of: file))
            let before = lastGood.version(of: file, content)
            if let problem = file.problem(with: content) {
                broken.insert(file.path)
                problems.append(problem)
                if before != nil { problems.append(LastGood.notice(file)) }
            }
            guard let object = content.object ?? before else { continue }
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
