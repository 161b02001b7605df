// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// Decisions about activities in the admin's `activityd.json` and its drop-ins; the daemon's own settings are
/// in the same files.
package struct PolicySettings: Hashable, Sendable {
    /// Switches that are off.
    package var closed: Set<PolicySwitch> = []
    /// The activities that there are at all: those in each of these sets. A file names one by the key `onlyActivities`;
    /// restrictions of several files are several sets.
    package var allowed: [ActivitySet] = []
    static let allowedKey = "onlyActivities"
    /// The activities that are starred for people who have no stars of their own. Key `starred`.
    package private(set) var starred: [String] = []

    /// The keys that open or close something.
    package static let keys = PolicySwitch.allCases.map(\.rawValue) + [allowedKey]
    /// The keys of which a person's own file may have none, but for `PolicySwitch.personal`.
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
        closed.formUnion(said.closed)
        allowed += said.allowed.filter { !allowed.contains($0) }
    }

    private mutating func take(_ object: JSON.Object) {
        for key in PolicySwitch.allCases {
            guard let value = object.value(key.rawValue) else { continue }
            if value == true { closed.remove(key) } else { closed.insert(key) }
        }
        if let value = object.value(StarStore.key) { starred = (try? [String](json: value)) ?? [] }
        switch object.value(Self.allowedKey) {
        case nil: break
        // Takes back what an earlier file said.
        case .null: allowed = []
        case let value?: allowed = Self.sets(value)
        }
    }

    /// One set, or several as `object` has them.
    static func sets(_ json: JSON) -> [ActivitySet] {
        guard case .array(let elements) = json, case .array? = elements.first else {
            return [ActivitySet(json: json)]
        }
        return elements.map(ActivitySet.init)
    }

    /// The restrictions, as a file says them.
    var object: JSON.Object {
        var object = JSON.Object()
        for key in PolicySwitch.allCases where closed.contains(key) { object.set(key.rawValue, false) }
        object.set(Self.allowedKey, allowed.count > 1 ? allowed.json : allowed.first?.json)
        return object
    }

    /// A file that allows nothing.
    static func closed(by path: String) -> PolicyDocument {
        var settings = PolicySettings()
        (settings.closed, settings.allowed) = (Set(PolicySwitch.allCases), [.empty])
        return PolicyDocument(path: path, object: settings.object)
    }
}

/// Something that the admin turns off by the key of this name.
package enum PolicySwitch: String, CaseIterable, Sendable {
    /// People have activities of their own.
    case personalActivities
    /// Generators run, and what they have made is served.
    case generators
    /// A sheet shows what can be shared to in one press.
    case targets
    /// It is kept what a person has shared to.
    case rememberTargets
    /// People among the targets are shown by their names; else by initials.
    case personNames

    /// Switches that a person turns off too, in a file of their own.
    package static let personal: Set<PolicySwitch> = [.targets, .rememberTargets, .personNames]
}

/// The daemon's own settings, by their keys.
package enum DaemonSetting: String, CaseIterable {
    case idleTimeoutUSec, logLevel, systemBundles, limits
}
