// SPDX-License-Identifier: Apache-2.0

package import ActivityRegistry
import CLinux
import Glibc
import Host
import StrictJSON
package import Systemd

/// Settings from the configuration files: the admin's (`/etc/activityd/activityd.json` and its drop-ins), and
/// in the user scope `$XDG_CONFIG_HOME/activityd/activityd.json` over them. Command-line flags override all.
package struct Settings: Hashable, Sendable {
    /// How long an idle, socket-activated daemon stays, in microseconds; nil: for ever. Key
    /// `idleTimeoutUSec`, where null stands for nil.
    package var idleTimeout: UInt64? = 30_000_000
    /// Key `logLevel`: a name of syslog(3), such as "info".
    package var logLevel = Journal.Level.info
    /// The folder of the system activities; nil: where they are installed. Key `systemBundles`.
    package var systemBundles: String?
    package var limits = Limits()
    /// Switches that the person has turned off.
    package var closed: Set<PolicySwitch> = []

    static let maximumBytes = 65_536

    package init() {}

    /// Reads the files in order, later ones over earlier ones.
    ///
    /// A key that cannot be used keeps its value: a typing error in a configuration must not take everybody's
    /// sheet away.
    ///
    /// - Parameters:
    ///   - documents: the admin's, of which the registry reports what cannot be read.
    ///   - paths: of the person's.
    ///   - former: those in force, which hold where descriptors or memory are wanting.
    ///   - note: called with the path of each file before it is read.
    /// - Returns: and a sentence for each fault.
    package static func load(
        _ documents: [PolicyDocument], _ paths: [String], former: Settings? = nil,
        note: (String) -> Void = { _ in }
    ) -> (settings: Settings, problems: [String]) {
        var settings = Settings()
        var problems = documents.filter { !$0.onlyCloses }.flatMap { document in
            settings.apply(document.object, isAdmins: true).map { "\(document.path): \($0)" }
        }
        let isAdminsAlone = PolicySettings(documents).closed.contains(.personalActivities)
        for path in paths {
            note(path)
            do {
                // Configuration is often a link into a tree that other software keeps.
                let bytes = try AtomicFile.read(path, limit: maximumBytes, followingLinks: true)
                guard let bytes else {
                    if let fault = Absence.fault(at: path) { throw fault }
                    continue
                }
                guard case .object(var object) = try JSON(parsing: bytes) else {
                    settings.closed = PolicySwitch.personal
                    problems.append("\(path): is not an object. Write { … } around its keys.")
                    continue
                }
                let bundles = DaemonSetting.systemBundles.rawValue
                if isAdminsAlone, object.value(bundles) != nil {
                    object.set(bundles, nil)
                    problems.append(
                        "\(path): only the administrator's files decide \"\(bundles)\" where personalActivities "
                            + "is false, or one of them is broken.")
                }
                problems += settings.apply(object, isAdmins: false).map { "\(path): \($0)" }
            } catch {
                if let former, (error as? StorageError)?.isWantOfMeans == true {
                    return (former, problems + ["\(error) The former settings hold until the next reload."])
                }
                settings.closed = PolicySwitch.personal
                problems.append("\(path): \(error)")
            }
        }
        return (settings, problems)
    }

    private mutating func apply(_ object: JSON.Object, isAdmins: Bool) -> [String] {
        object.members.flatMap { name, value -> [String] in
            if !isAdmins, let key = PolicySwitch(rawValue: name), PolicySwitch.personal.contains(key) {
                return turn(key, value)
            }
            guard let setting = DaemonSetting(rawValue: name) else {
                return isAdmins ? [] : [Self.refusal(of: name)]
            }
            do throws(JSON.Mismatch) { return try set(setting, value) } catch {
                return ["\(error.beneath(name))."]
            }
        }
    }

    /// A person turns off what the admin has left on, and nothing on; what cannot be read is off.
    private mutating func turn(_ key: PolicySwitch, _ value: JSON) -> [String] {
        switch value {
        case .bool(true): return []
        case .bool(false): closed.insert(key)
        default:
            closed.insert(key)
            return [
                "\(key.rawValue): expected a boolean, found \(value.typeName). Until then it counts as false."
            ]
        }
        return []
    }

    /// The fault of an unknown key in a person's file; the registry reports faults in the admin's files.
    private static func refusal(of key: String) -> String {
        PolicySettings.adminsKeys.contains(key)
            ? "only the administrator's files decide \"\(key)\"." : "nothing reads the key \"\(key)\"."
    }

    /// - Returns: a sentence for each fault that leaves the rest of the key in force.
    private mutating func set(_ setting: DaemonSetting, _ value: JSON) throws(JSON.Mismatch) -> [String] {
        switch setting {
        case .idleTimeoutUSec: idleTimeout = try Self.idleTime(value)
        case .logLevel:
            guard let level = Journal.Level(name: try String(json: value)) else {
                let names = Journal.Level.allCases.map(\.name).joined(separator: ", ")
                throw JSON.Mismatch(expected: "one of " + names)
            }
            logLevel = level
        case .systemBundles: systemBundles = try Self.folder(value)
        case .limits: return limits.apply(try JSON.Object(json: value))
        }
        return []
    }

    /// Microseconds, 10 ms to a year: less would end the daemon before a client that was just readmitted
    /// could call, more is a typing error for null.
    private static let idleTimes = 10_000...31_536_000_000_000

    private static func idleTime(_ value: JSON) throws(JSON.Mismatch) -> UInt64? {
        guard let time = try Int?(json: value) else { return nil }
        guard idleTimes.contains(time) else {
            throw JSON.Mismatch(
                expected: "null or a number from \(idleTimes.lowerBound) to "
                    + "\(idleTimes.upperBound) (a year)")
        }
        return UInt64(time)
    }

    private static func folder(_ value: JSON) throws(JSON.Mismatch) -> String? {
        guard let path = try String?(json: value) else { return nil }
        var status = stat()
        guard path.hasPrefix("/"), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw JSON.Mismatch(expected: "the absolute path of a folder that is there")
        }
        return path
    }
}
