// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import ActivityPolicy
package import ActivityRegistry
import CLinux
import Glibc
import Host
import StrictJSON
package import Systemd

/// Settings from the configuration files: the admin's (`/etc/activityd/activityd.json` and its drop-ins),
/// overridden in the user scope by `$XDG_CONFIG_HOME/activityd/activityd.json`. Command-line flags override
/// all files.
package struct Settings: Hashable, Sendable {
    /// Time that an idle, socket-activated daemon stays, in microseconds; nil means for ever. Key
    /// `idleTimeoutUSec`, null for nil.
    package var idleTimeout: UInt64? = 30_000_000
    /// Key `logLevel`: a name of syslog(3), such as "info".
    package var logLevel = Journal.Level.info
    /// Folder of the system activities; nil for the installed ones. Key `systemBundles`.
    package var systemBundles: String?
    package var limits = Limits()
    /// Switches that the person has turned off.
    package var closed: Set<PolicySwitch> = []

    static let maximumBytes = 65_536

    package init() {}

    /// Applies the admin's values, and the person's files over them.
    ///
    /// An unusable key keeps its former value: a typing error in a configuration must not take away
    /// everyone's sheet.
    ///
    /// - Parameters:
    ///   - admin: the admin's settings, whose faults the registry reports.
    ///   - paths: the person's files.
    ///   - former: the settings in force, which are kept if descriptors or memory are lacking.
    ///   - reportPath: called with the path of each file before it is read.
    /// - Returns: the settings, and a sentence for each fault.
    package static func load(
        _ admin: AdminSettings, _ paths: [String], former: Settings? = nil,
        reportPath: (String) -> Void = { _ in }
    ) -> (settings: Settings, problems: [String]) {
        var settings = Settings()
        var problems = settings.apply(admin.values, at: admin.systemBundlesPlace)
        for path in paths {
            reportPath(path)
            do {
                // Configuration is often a link into a tree that other software manages.
                let bytes = try AtomicFile.read(path, limit: maximumBytes, followingLinks: true)
                guard let bytes else {
                    if let fault = Absence.fault(at: path) { throw fault }
                    continue
                }
                let fragment = PolicyFragment(path, .personalSettings, bytes)
                problems += fragment.sentences
                if fragment.object == nil { settings.closed = PolicySwitch.personal }
                problems += settings.apply(fragment.document, isFree: !admin.locksSystemBundles)
            } catch {
                if let former, (error as? StorageError)?.isLackOfResources == true {
                    return (former, problems + ["\(error) The former settings hold until the next reload."])
                }
                settings.closed = PolicySwitch.personal
                problems.append("\(path): \(error)")
            }
        }
        return (settings, problems)
    }

    /// Applies a person's values. A person may turn off switches that the admin has left on, but never turn
    /// one on.
    ///
    /// - Parameter isFree: whether the person may name a folder of system activities.
    private mutating func apply(_ document: PolicyDocument, isFree: Bool) -> [String] {
        var (values, faults) = (SettingValues(), [String]())
        for (name, value) in document.object.members {
            if isFree || name != SettingKey.systemBundlesKey {
                _ = SettingKey(name, ofPerson: true)?.read(value, &values)
            } else {
                faults.append(
                    "Only the administrator's files decide \"\(name)\" where personalActivities is false, "
                        + "or one of them is broken.")
            }
        }
        closed.formUnion(values.closed)
        let entry = PolicyEntry(.configuration, SettingKey.systemBundlesKey, .null, in: document)
        return faults.map { "\(entry.exactLocation): \($0)" } + apply(values, at: entry.exactLocation)
    }

    /// - Parameter place: where `systemBundles` is decided; with line and column if they are known.
    private mutating func apply(_ values: SettingValues, at place: String?) -> [String] {
        if let time = values.idleTimeout { idleTimeout = time.map { UInt64($0) } }
        if let level = values.logLevel.flatMap(Journal.Level.init(name:)) { logLevel = level }
        limits.apply(values.limits)
        guard let path = values.systemBundles else { return [] }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            let sentence =
                "The absolute path of a folder that is there is expected at /\(SettingKey.systemBundlesKey)."
            return [(place.map { "\($0): " } ?? "") + sentence]
        }
        systemBundles = path
        return []
    }
}
