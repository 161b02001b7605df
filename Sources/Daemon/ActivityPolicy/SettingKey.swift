// SPDX-License-Identifier: Apache-2.0
//
// Every key of activityd.json is one row of this table: whether a person may set it, whether it closes
// anything, how it is read, and its text in the manual and the schema.

package import ActivityModel
package import StrictJSON

package struct SettingValues: Hashable, Sendable {
    package var closed: Set<PolicySwitch> = []
    /// Sets of allowed activities; an activity must be in all of them.
    package var allowed: [ActivitySet] = []
    /// Activities starred for people without stars of their own.
    package var starred: [String] = []
    /// Microseconds; the inner nil means no timeout, the outer that no file decides.
    package var idleTimeout: Int??
    package var logLevel: String?
    package var systemBundles: String?
    package var limits: [String: Int] = [:]

    package init() {}

    package static var none: SettingValues {
        var values = SettingValues()
        (values.closed, values.allowed) = (Set(PolicySwitch.allCases), [.empty])
        return values
    }

    /// The closing of a single key's values, as that key's value; nil if they close nothing.
    fileprivate var closing: JSON? { closed.isEmpty ? allowed.first?.json : false }
}

package struct SettingKey: Sendable {
    package let name: String
    /// Whether a person's own file may have the key. A person can only turn switches off.
    package let isPersonal: Bool
    /// Whether the key can close anything: then a fault in its value keeps the file from being whole.
    package let closes: Bool
    package let about: String
    package let schema: JSON
    private let reader: Reader

    /// An unusable part of a file: a JSON pointer and a sentence.
    package typealias InvalidValue = (pointer: String, sentence: String)
    /// Reads a value. Pointers in its faults are relative to the value.
    private typealias Reader = @Sendable (JSON, inout SettingValues) throws(JSON.Mismatch) -> [InvalidValue]

    private init(
        _ name: String, isPersonal: Bool = false, closes: Bool = false, _ schema: JSON, _ about: String,
        read: @escaping Reader
    ) {
        (self.name, self.isPersonal, self.closes) = (name, isPersonal, closes)
        (self.schema, self.about, reader) = (schema, about, read)
    }

    /// - Parameter ofPerson: whether to find only keys that a person's file may have.
    package init?(_ name: String, ofPerson: Bool = false) {
        let key = Self.table.first { $0.name.isExactly(name) }
        guard let key, key.isPersonal || !ofPerson else { return nil }
        self = key
    }

    /// Reads a value and returns its unusable parts.
    package func read(_ value: JSON, _ values: inout SettingValues) -> [InvalidValue] {
        do {
            return try reader(value, &values).map { (JSON.pointer(name) + $0.pointer, $0.sentence) }
        } catch {
            let mismatch = error.beneath(name)
            return [(mismatch.pointer, "\(mismatch).")]
        }
    }

    /// The default value; null if null is the default.
    package var standard: JSON { (try? JSON.Object(json: schema))?.value("default") ?? .null }

    /// The closing of the value alone, whole or not; nil if it closes nothing.
    package func closing(_ value: JSON) -> JSON? {
        guard closes else { return nil }
        var values = SettingValues()
        _ = read(value, &values)
        return values.closing
    }

    static func unknown(_ name: String) -> InvalidValue {
        SettingKey(name) == nil
            ? unread(name, besides: table.map(\.name))
            : (JSON.pointer(name), "Only the administrator's files decide \"\(name)\".")
    }

    /// - Parameter known: the keys that are read.
    static func unread(_ name: String, besides known: [String]) -> InvalidValue {
        (JSON.pointer(name), "Nothing reads the key \"\(name)\". \(known.advice(on: name))")
    }

    package static let allowedKey = "onlyActivities"
    package static let starredKey = "starred"
}

// MARK: The table

extension SettingKey {
    package static let table: [SettingKey] =
        PolicySwitch.allCases.map(aSwitch)
        + [allowList, stars, idleTimeout, logLevel, systemBundles, limitsKey]

    private static func aSwitch(_ key: PolicySwitch) -> SettingKey {
        SettingKey(
            key.rawValue, isPersonal: PolicySwitch.personal.contains(key), closes: true,
            ["type": "boolean", "default": true], about(key)
        ) { value, values throws(JSON.Mismatch) in
            if value == true { values.closed.remove(key) } else { values.closed.insert(key) }
            if case .bool = value { return [] }
            return [mistyped(key.rawValue, "a boolean", value, "false")]
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
        "The activities that there are, a list of identifiers and of patterns as elections have them."
    ) { value, values throws(JSON.Mismatch) in
        values.allowed = value == .null ? [] : [.empty]
        guard value != .null else { return [] }
        guard case .array(let entries) = value else { return [mistyped(allowedKey, "an array", value, "[]")] }
        var (used, faults) = ([String](), [InvalidValue]())
        for (index, entry) in entries.enumerated() {
            if case .string(let text) = entry, ActivitySet([text]) != nil {
                used.append(text)
            } else {
                faults.append(("/\(index)", sentence(on: entry)))
            }
        }
        values.allowed = [ActivitySet(used) ?? .empty]
        return faults
    }

    private static func mistyped(_ key: String, _ type: String, _ value: JSON, _ effect: String)
        -> InvalidValue
    {
        let sentence = "\(key): Expected \(type), found \(value.typeName)."
        return ("", sentence + " Until it is corrected, it counts as \(effect).")
    }

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
        return list.faults.map { ($0.pointer, "\(starredKey): \($0.sentence)") }
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

    /// Names of syslog(3) levels.
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
        systemBundlesKey, isPersonal: true,
        [
            "type": ["string", "null"], "pattern": "^/", "default": "/usr/share/activityd/activities",
        ],
        "The folder of the system activities, an absolute path. "
            + "It closes nothing: an empty folder is no way to hide them."
    ) { value, values throws(JSON.Mismatch) in
        let path = try String?(json: value)
        guard path?.utf8.first ?? UInt8(ascii: "/") == UInt8(ascii: "/") else {
            throw JSON.Mismatch(expected: "the absolute path of a folder that is there")
        }
        values.systemBundles = path
        return []
    }

    /// The limits' ranges and defaults: below a range, the daemon is of no use; above, a typing error
    /// exhausts the machine's memory. `connectionsPerUser` has a default of its own in each scope.
    package static let limits: KeyValuePairs<String, (range: ClosedRange<Int>, standard: Int?)> = [
        // Minimum: a list of ten items, a small bundle.
        "frameBytes": (64 << 10...16 << 20, 1 << 20),
        // Minimum: a sheet of a hundred activities.
        "replyBytes": (64 << 10...64 << 20, 8 << 20),
        // Minimum: some besides the connections reserved for root.
        "connections": (256...65_536, 1024),
        // Minimum: a sheet, a monitor, a perform and a command line.
        "connectionsPerUser": (8...65_536, nil),
        "iconCacheBytes": (64 << 10...1 << 30, 16 << 20),
        // Maximum: an hour; the daemon stays for as long.
        "handOverUSec": (1...3_600_000_000, 2_000_000),
        // The time to start a program, up to a minute.
        "targetsUSec": (100_000...60_000_000, 1_900_000),
    ]

    package static let standardLimits = Dictionary(
        uniqueKeysWithValues: limits.compactMap { name, limit in limit.standard.map { (name, $0) } })

    private static let limitsKey = SettingKey(
        "limits", isPersonal: true,
        [
            "type": "object", "additionalProperties": false, "patternProperties": ["^x-": true],
            "default": .object(
                JSON.Object(
                    limits.compactMap { name, limit in limit.standard.map { (name, .integer($0)) } })),
            "properties": .object(
                JSON.Object(
                    limits.map { name, limit in
                        (
                            name,
                            [
                                "type": "integer", "minimum": .integer(limit.range.lowerBound),
                                "maximum": .integer(limit.range.upperBound),
                            ]
                        )
                    })),
        ], "The daemon's limits."
    ) { value, values throws(JSON.Mismatch) in
        var (found, faults) = ([String: Int](), [InvalidValue]())
        for (name, value) in try JSON.Object(json: value).members where !ElectionDocument.isNote(name) {
            let range = limits.first { $0.key.isExactly(name) }?.value.range
            if let number = try? Int(json: value), range?.contains(number) == true {
                found[name] = number
            } else {
                let sentence =
                    range.map {
                        "a number from \($0.lowerBound) to \($0.upperBound) is expected at /limits/\(name)."
                    } ?? "nothing reads the key \"limits/\(name)\"."
                faults.append((JSON.pointer(name), sentence))
            }
        }
        if faults.isEmpty || !found.isEmpty { values.limits = found }
        return faults
    }
}
