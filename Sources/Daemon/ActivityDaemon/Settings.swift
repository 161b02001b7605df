// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import ActivityPolicy
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

    /// Takes the admin's values, and the person's files over them.
    ///
    /// A key that cannot be used keeps its value: a typing error in a configuration must not take everybody's
    /// sheet away.
    ///
    /// - Parameters:
    ///   - admin: of whose files the registry reports the faults.
    ///   - paths: of the person's.
    ///   - former: those in force, which hold where descriptors or memory are wanting.
    ///   - note: called with the path of each file before it is read.
    /// - Returns: and a sentence for each fault.
    package static func load(
        _ admin: AdminSettings, _ paths: [String], former: Settings? = nil,
        note: (String) -> Void = { _ in }
    ) -> (settings: Settings, problems: [String]) {
        var settings = Settings()
        var problems = settings.take(admin.values)
        for path in paths {
            note(path)
            do {
                // Configuration is often a link into a tree that other software keeps.
                let bytes = try AtomicFile.read(path, limit: maximumBytes, followingLinks: true)
                guard let bytes else {
                    if let fault = Absence.fault(at: path) { throw fault }
                    continue
                }
                let fragment = PolicyFragment(path, .personalSettings, bytes)
                problems += fragment.sentences
                if fragment.object == nil { settings.closed = PolicySwitch.personal }
                problems += settings.take(fragment.document, isFree: !admin.isAdminsAlone)
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

    /// Takes a person's values. A person turns off what the admin has left on, and nothing on.
    ///
    /// - Parameter isFree: whether the person may name a folder of system activities.
    private mutating func take(_ document: PolicyDocument, isFree: Bool) -> [String] {
        var (values, faults) = (SettingValues(), [String]())
        for (name, value) in document.object.members {
            if isFree || name != SettingKey.systemBundlesKey {
                _ = SettingKey(name, ofPerson: true)?.read(value, &values)
            } else {
                faults.append(
                    "Only the administrator's files decide \"\(name)\" where personalActivities is false, or one of "
                        + "them is not whole.")
            }
        }
        closed.formUnion(values.closed)
        let line = document.lines[ExactText(SettingKey.systemBundlesKey)].map { ":\($0)" } ?? ""
        return (faults + take(values)).map { "\(document.path)\(line): \($0)" }
    }

    private mutating func take(_ values: SettingValues) -> [String] {
        if let time = values.idleTimeout { idleTimeout = time.map { UInt64($0) } }
        if let level = values.logLevel.flatMap(Journal.Level.init(name:)) { logLevel = level }
        limits.take(values.limits)
        guard let path = values.systemBundles else { return [] }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return [
                "The absolute path of a folder that is there is expected at /\(SettingKey.systemBundlesKey)."
            ]
        }
        systemBundles = path
        return []
    }
}
