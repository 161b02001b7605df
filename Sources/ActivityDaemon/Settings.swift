// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import StrictJSON
package import Systemd

/// What the configuration files say: `/etc/activityd/activityd.json`, and in the user scope
/// `$XDG_CONFIG_HOME/activityd/activityd.json` over it. Flags of the command line stand over both.
package struct Settings: Hashable, Sendable {
    /// How long an idle, socket-activated daemon stays, in microseconds; nil: for ever. Key
    /// `idleTimeoutUSec`, where null stands for nil.
    package var idleTimeout: UInt64? = 30_000_000
    /// Key `logLevel`: a name of syslog(3), such as "info".
    package var logLevel = Journal.Level.info
    /// The folder of the system activities; nil: where they are installed. Key `systemBundles`.
    package var systemBundles: String?
    package var limits = Limits()

    static let maximumBytes = 65_536

    package init() {}

    /// Reads the files in order, later ones over earlier ones.
    ///
    /// A key that cannot be used keeps its value: a typing error in a configuration must not take everybody's
    /// sheet away.
    ///
    /// - Returns: and a sentence for each fault.
    package static func load(_ paths: [String]) -> (settings: Settings, problems: [String]) {
        var settings = Settings()
        var problems: [String] = []
        for path in paths {
            do {
                // Configuration is often a link into a tree that other software keeps.
                let bytes = try AtomicFile.read(path, limit: maximumBytes, followingLinks: true)
                guard let bytes else { continue }
                guard case .object(let object) = try JSON(parsing: bytes) else {
                    problems.append("\(path): holds no object. Write { … } around its keys.")
                    continue
                }
                problems += settings.apply(object).map { "\(path): \($0)" }
            } catch {
                problems.append("\(path): \(error)")
            }
        }
        return (settings, problems)
    }

    private mutating func apply(_ object: JSON.Object) -> [String] {
        var problems: [String] = []
        for (name, value) in object.members {
            do {
                guard try set(name, value, &problems) else {
                    problems.append("nothing reads the key \"\(name)\".")
                    continue
                }
            } catch {
                problems.append("\(error.beneath(name)).")
            }
        }
        return problems
    }

    private mutating func set(
        _ name: String, _ value: JSON, _ problems: inout [String]
    ) throws(JSON.Mismatch) -> Bool {
        switch name {
        case "idleTimeoutUSec":
            let time = try Int?(json: value)
            guard time ?? 1 > 0 else { throw JSON.Mismatch(expected: "a number above 0") }
            idleTimeout = time.map { UInt64($0) }
        case "logLevel":
            guard let level = Journal.Level(name: try String(json: value)) else {
                let names = Journal.Level.allCases.map(\.name).joined(separator: ", ")
                throw JSON.Mismatch(expected: "one of " + names)
            }
            logLevel = level
        case "systemBundles": systemBundles = try String?(json: value)
        case "limits":
            let object = try JSON.Object(json: value)
            try limits.apply(object)
            for name in object.names where !Limits.names.contains(name) {
                problems.append("nothing reads the key \"limits/\(name)\".")
            }
        default: return false
        }
        return true
    }
}
