// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// Decisions about activities in the admin's `activityd.json` and its drop-ins; the daemon's own settings are
/// in the same files.
package struct PolicySettings: Hashable, Sendable {
    /// Whether people have activities of their own. Key `personalActivities`.
    package var hasPersonalActivities = true
    /// Whether generators run, and what they have made is served. Key `generators`.
    package var hasGenerators = true
    /// The activities that there are at all: those in each of these sets. A file names one by the key `onlyActivities`;
    /// restrictions of several files are several sets.
    package var allowed: [ActivitySet] = []
    /// The activities that are starred for people who have no stars of their own. Key `starred`.
    package private(set) var starred: [String] = []

    /// The keys that open or close something.
    package static let keys = ["personalActivities", "generators", "onlyActivities"]
    /// The keys of which a person's own file may have none.
    package static let adminsKeys = keys + [StarStore.key]

    package init() {}

    /// Combines the documents' settings, first to last.
    package init(_ documents: [PolicyDocument]) {
        for document in documents { apply(document) }
    }

    /// All keys that a file of the admin's may have.
    static let allKeys = adminsKeys + DaemonSetting.allCases.map(\.rawValue)

    /// Takes what a file says over what was said before, or, where it only closes, what is stricter in it.
    mutating func apply(_ document: PolicyDocument) {
        var said = document.onlyCloses ? PolicySettings() : self
        said.take(document.object)
        guard document.onlyCloses else { return self = said }
        hasPersonalActivities = hasPersonalActivities && said.hasPersonalActivities
        hasGenerators = hasGenerators && said.hasGenerators
        allowed += said.allowed.filter { !allowed.contains($0) }
    }

    private mutating func take(_ object: JSON.Object) {
        if case .bool(let value)? = object.value("personalActivities") { hasPersonalActivities = value }
        if case .bool(let value)? = object.value("generators") { hasGenerators = value }
        if let value = object.value(StarStore.key) { starred = (try? [String](json: value)) ?? [] }
        switch object.value("onlyActivities") {
        case nil: break
        // Takes back what an earlier file said.
        case .null: allowed = []
        case let value?: allowed = Self.sets(value)
        }
    }

    /// One set, or several as `object` has them.
    private static func sets(_ json: JSON) -> [ActivitySet] {
        guard case .array(let elements) = json, case .array? = elements.first else {
            return [ActivitySet(json: json)]
        }
        return elements.map(ActivitySet.init)
    }

    /// The restrictions, as a file says them.
    var object: JSON.Object {
        .withoutNulls([
            "personalActivities": hasPersonalActivities ? Bool?.none : false,
            "generators": hasGenerators ? Bool?.none : false,
            "onlyActivities": allowed.count > 1 ? allowed.json : allowed.first?.json,
        ])
    }

    /// A file that allows nothing.
    static func closed(by path: String) -> PolicyDocument {
        var settings = PolicySettings()
        (settings.hasPersonalActivities, settings.hasGenerators, settings.allowed) = (false, false, [.empty])
        return PolicyDocument(path: path, object: settings.object)
    }
}

/// The daemon's own settings, by their keys.
package enum DaemonSetting: String, CaseIterable {
    case idleTimeoutUSec, logLevel, systemBundles, limits
}

/// The admin's files of settings, first to last, each over those before it.
package struct PolicyConfiguration {
    package private(set) var documents: [PolicyDocument] = []
    private(set) var problems: [String] = []
    /// The paths of those that were read.
    private(set) var files: [String] = []
    private(set) var isComplete = true
    private(set) var isClosed = false

    var settings: PolicySettings { PolicySettings(documents) }

    /// - Parameters:
    ///   - report: is told of each file and key.
    ///   - note: called with each path before it is touched.
    package init(
        _ layers: PolicyLayers, lastGood: LastGood, report: inout PolicyReport,
        note: (String) -> Void = { _ in }
    ) {
        var found = PolicyFiles(.configuration, lastGood)
        found.read(layers.folders.map { .policy($0 + "/activityd.json") }, note: note)
        found.readDropIns(in: layers.folders, note: note)
        documents = found.documents
        if let path = found.closedBy { documents.append(PolicySettings.closed(by: path)) }
        isClosed = found.closedBy != nil
        problems = found.problems
        files = found.paths
        isComplete = found.isComplete
        report.add(found)
        for document in documents {
            for (key, value) in document.object.members
            where !document.onlyCloses || PolicySettings.keys.contains(key) {
                report.add(PolicyEntry(kind: .configuration, key: key, value: value, path: document.path))
            }
        }
    }
}
