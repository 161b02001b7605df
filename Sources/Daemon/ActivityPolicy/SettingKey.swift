// SPDX-License-Identifier: Apache-2.0
//
// Every key of activityd.json is one row of this table: who may decide about it, whether it closes anything, how it is
// read, and what the manual and the schema say of it.

package import ActivityModel
package import StrictJSON

/// The values of settings that files name.
package struct SettingValues: Hashable, Sendable {
    /// Switches that are off.
    package var closed: Set<PolicySwitch> = []
    /// The activities that there are at all: those in each of these sets.
    package var allowed: [ActivitySet] = []
    /// The activities that are starred for people who have no stars of their own.
    package var starred: [String] = []
    /// Microseconds; the inner nil stands for ever, the outer for no decision.
    package var idleTimeout: Int??
    package var logLevel: String?
    package var systemBundles: String?
    package var limits: [String: Int] = [:]

    package init() {}

    /// Everything that can be closed is.
    package static var none: SettingValues {
        var values = SettingValues()
        (values.closed, values.allowed) = (Set(PolicySwitch.allCases), [.empty])
        return values
    }
}

/// A key of activityd.json.
package struct SettingKey: Sendable {
    package let name: String
    /// Whether a person's own file may have it. A person only turns switches off.
    package let isPersonal: Bool
    /// Whether it can close anything: a fault in its value keeps the file from being whole.
    package let closes: Bool
    /// Section of activityd.json(5) that describes it.
    package let section: String
    package let about: String
    /// The JSON Schema of its value.
    package let schema: JSON
    private let reader: @Sendable (JSON, inout SettingValues) throws(JSON.Mismatch) -> [String]
    private let closer: @Sendable (JSON) -> JSON?

    private init(
        _ name: String, isPersonal: Bool = false, closes: Bool = false, _ schema: JSON, _ about: String,
        closing: @escaping @Sendable (JSON) -> JSON? = { _ in nil },
        read: @escaping @Sendable (JSON, inout SettingValues) throws(JSON.Mismatch) -> [String]
    ) {
        (self.name, self.isPersonal, self.closes, section) = (name, isPersonal, closes, "Keys")
        (self.schema, self.about, closer, reader) = (schema, about, closing, read)
    }

    package init?(_ name: String) {
        guard let key = Self.table.first(where: { $0.name.isExactly(name) }) else { return nil }
        self = key
    }

    /// Reads a value.
    ///
    /// - Returns: a sentence for each part that cannot be used.
    package func read(_ value: JSON, _ values: inout SettingValues) -> [String] {
        do { return try reader(value, &values) } catch { return ["\(error.beneath(name))."] }
    }

    /// The closing that the value is by itself, whole or not; nil if it closes nothing.
    package func closing(_ value: JSON) -> JSON? { closer(value) }

    /// The sentence on a key that nothing reads.
    package static func unknown(_ name: String) -> String {
        "Nothing reads the key \"\(name)\". \(table.map(\.name).advice(on: name))"
    }

    /// Keys of the admin's, as a person who has one in a file of their own is told.
    package static func isAdmins(_ name: String) -> Bool { SettingKey(name)?.isPersonal == false }

    package static let allowedKey = "onlyActivities"
    package static let starredKey = "starred"
}

// MARK: The table

extension SettingKey {
    package static let table: [SettingKey] =
        PolicySwitch.allCases.map(aSwitch) + [allowList, stars, idleTimeout, logLevel, systemBundles, limits]

    private static func aSwitch(_ key: PolicySwitch) -> SettingKey {
        SettingKey(
            key.rawValue, isPersonal: PolicySwitch.personal.contains(key), closes: true,
            ["type": "boolean", "default": true], about(key),
            closing: { $0 == true ? nil : false }
        ) { value, values throws(JSON.Mismatch) in
            if value == true { values.closed.remove(key) } else { values.closed.insert(key) }
            if case .bool = value { return [] }
            return [
                "\(key.rawValue): Expected a boolean, found \(value.typeName). Until it is corrected, it counts as false."
            ]
        }
    }

    private static func about(_ key: PolicySwitch) -> String {
        switch key {
        case .personalActivities: "Whether people may have activities of their own."
        case .generators: "Whether generators run, and what they have made is served."
        case .targets: "Whether a sheet shows what can be shared to in one press, such as a phone."
        case .rememberTargets: "Whether the daemon remembers what the person has shared to."
        case .personNames: "Whether people and groups among the targets are shown by their names."
        }
    }

    private static let allowList = SettingKey(
        allowedKey, closes: true,
        ["type": ["array", "null"], "items": ["type": "string"], "default": nil],
        "The activities that there are, a list of identifiers and of patterns as elections have them.",
        closing: { $0 == .null ? nil : .array(allowed($0).used) }
    ) { value, values throws(JSON.Mismatch) in
        guard value != .null else {
            values.allowed = []
            return []
        }
        let (used, faults) = allowed(value)
        values.allowed = [ActivitySet(json: .array(used))]
        return faults
    }

    private static func allowed(_ value: JSON) -> (used: [JSON], faults: [String]) {
        guard case .array(let entries) = value else {
            let found = "\(allowedKey): Expected an array, found \(value.typeName)."
            return ([], [found + " Until it is corrected, it counts as []."])
        }
        var used: [JSON] = []
        var faults: [String] = []
        for entry in entries {
            if case .string(let text) = entry, ActivitySet([text]) != nil {
                used.append(entry)
            } else {
                faults.append(sentence(on: entry))
            }
        }
        return (used, faults)
    }

    /// The sentence on an entry that is neither an identifier nor a pattern.
    private static func sentence(on entry: JSON) -> String {
        let text = String(decoding: entry.serialized, as: UTF8.self)
        let near = (try? String(json: entry)).flatMap(ActivityPattern.near)
        return "\(allowedKey): \(text) allows nothing, as it is neither an identifier nor a pattern such as "
            + "org.example.*.\(near.map { " Was \"\($0)\" meant?" } ?? "")"
    }

    private static let stars = SettingKey(
        starredKey, ["type": ["array", "null"], "items": ["type": "string"], "default": []],
        "The activities that stand in the sheet's first row too, a list of identifiers."
    ) { value, values throws(JSON.Mismatch) in
        let list = IdentifierList(try [String]?(json: value) ?? [])
        values.starred = list.used
        return list.faults.map { "\(starredKey): \($0)" }
    }

    /// Microseconds, 10 ms to a year: less would end the daemon before a client that was just readmitted
    /// could call, more is a typing error for null.
    private static let idleTimes = 10_000...31_536_000_000_000

    private static let idleTimeout = SettingKey(
        "idleTimeoutUSec", isPersonal: true,
        [
            "type": ["integer", "null"], "minimum": .integer(idleTimes.lowerBound),
            "maximum": .integer(idleTimes.upperBound), "default": 30_000_000,
        ],
        "How long a daemon without clients stays, in microseconds; null for ever."
    ) { value, values throws(JSON.Mismatch) in
        let time = try Int?(json: value)
        guard time.map(idleTimes.contains) ?? true else {
            throw JSON.Mismatch(
                expected: "null or a number from \(idleTimes.lowerBound) to \(idleTimes.upperBound) (a year)")
        }
        values.idleTimeout = .some(time)
        return []
    }

    /// As syslog(3) has them.
    package static let logLevels = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]

    private static let logLevel = SettingKey(
        "logLevel", isPersonal: true, ["enum": logLevels.json, "default": "info"],
        "Log messages that are at least as urgent as this."
    ) { value, values throws(JSON.Mismatch) in
        let level = try String(json: value)
        guard logLevels.contains(level) else {
            throw JSON.Mismatch(expected: "one of " + logLevels.joined(separator: ", "))
        }
        values.logLevel = level
        return []
    }

    package static let systemBundlesKey = "systemBundles"

    private static let systemBundles = SettingKey(
        systemBundlesKey, isPersonal: true, ["type": ["string", "null"], "pattern": "^/"],
        "The folder of the system activities, an absolute path. It closes nothing: an empty folder is no way to hide them."
    ) { value, values throws(JSON.Mismatch) in
        let path = try String?(json: value)
        guard path?.utf8.first ?? UInt8(ascii: "/") == UInt8(ascii: "/") else {
            throw JSON.Mismatch(expected: "the absolute path of a folder that is there")
        }
        values.systemBundles = path
        return []
    }

    /// Ranges of the limits: with less the daemon is of no use, with more a typing error takes the machine's memory.
    package static let limitRanges: KeyValuePairs<String, ClosedRange<Int>> = [
        // A list of ten items, a small bundle.
        "frameBytes": 64 << 10...16 << 20,
        // A sheet of a hundred activities.
        "replyBytes": 64 << 10...64 << 20,
        // Some besides those that are kept for root.
        "connections": 256...65_536,
        // A sheet, one who monitors, one who performs, and a command line beside them.
        "connectionsPerUser": 8...65_536,
        "iconCacheBytes": 64 << 10...1 << 30,
        // An hour; the daemon stays as long.
        "handOverUSec": 1...3_600_000_000,
        // From a program's start to a minute.
        "targetsUSec": 100_000...60_000_000,
    ]

    private static let limits = SettingKey(
        "limits", isPersonal: true,
        [
            "type": "object", "additionalProperties": false,
            "properties": .object(
                JSON.Object(
                    limitRanges.map { name, range in
                        (
                            name,
                            [
                                "type": "integer", "minimum": .integer(range.lowerBound),
                                "maximum": .integer(range.upperBound),
                            ]
                        )
                    })),
        ], "The daemon's limits."
    ) { value, values throws(JSON.Mismatch) in
        var faults: [String] = []
        for (name, value) in try JSON.Object(json: value).members {
            guard let range = limitRanges.first(where: { $0.key.isExactly(name) })?.value else {
                faults.append("nothing reads the key \"limits/\(name)\".")
                continue
            }
            if let number = try? Int(json: value), range.contains(number) {
                values.limits[name] = number
            } else {
                faults.append(
                    "a number from \(range.lowerBound) to \(range.upperBound) is expected at /limits/\(name)."
                )
            }
        }
        return faults
    }
}
