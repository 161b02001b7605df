// SPDX-License-Identifier: Apache-2.0
//
// The folders of bundles.
//
// The path follows systemd's order: the admin's folder (/etc), then the folder for this boot (/run), then
// registered bundles, then packages. A person's own folders precede all of these; generated bundles come
// last. The first bundle of an identifier wins. System activities are in a folder outside the path: no folder
// of the path can replace one, and only /etc/activities can mask one.

import ActivityModel
import ActivityPolicy
import StrictJSON

/// Whether a daemon serves the whole machine or one person.
package enum Scope: String, CaseIterable, Sendable, JSONConvertible {
    case system, user
}

/// The folders that a scope reads, in order of precedence, and the folders that it writes.
package struct SearchPath: Hashable, Sendable {
    package struct Folder: Hashable, Sendable {
        package let path: String
        let isSystem: Bool
        let isGenerated: Bool
        /// Whether a mask in this folder hides a system bundle too.
        package let masksSystem: Bool
        /// Whether the person, or the person's environment, controls the content of this folder.
        package let isPersonal: Bool
        /// Whether a link in this folder represents the bundle to which it leads.
        package let followsLinks: Bool

        package init(
            _ path: String, masksSystem: Bool = false, isPersonal: Bool = false, followsLinks: Bool = false,
            isSystem: Bool = false, isGenerated: Bool = false
        ) {
            (self.path, self.isSystem, self.isGenerated) = (path, isSystem, isGenerated)
            self.masksSystem = masksSystem
            self.isPersonal = isPersonal
            self.followsLinks = followsLinks
        }
    }

    package let scope: Scope
    /// Folders of custom bundles; the first wins.
    package private(set) var folders: [Folder]
    /// Folder of the system's bundles; its `verdicts.json` contains the shipped findings.
    package let systemFolder: String
    /// One of `folders`.
    package let registrationFolder: String
    /// Folder of caches.
    package let cacheFolder: String
    /// Folders of elections and other state: the scope's own first; in the user scope the system's follows.
    package let stateFolders: [String]
    package var activityStates: String { stateFolders[0] + "/activities" }
    /// Folder of the files that the admin writes; the daemon only reads it.
    package let configurationFolder: String
    /// Folders of the admin's policy; the first wins.
    package let policyFolders: [String]
    /// A person's $XDG_CONFIG_HOME; the admin's folder in the system scope.
    package private(set) var personalConfigurationFolder: String
    /// Folders of generators; the first generator of a name counts. Empty in the system scope.
    package var generatorFolders: [String] = []
    /// Folder with one folder of bundles per generator; these come last in the path, by name.
    package var generatedFolder: String { cacheFolder + "/generated" }
    /// Folders in which a new or removed name is a bundle, a generator or a generator's output.
    var watchedFolders: [String] {
        let generating = generatorFolders.isEmpty ? [] : generatorFolders + [generatedFolder]
        return folders.map(\.path) + [systemFolder] + generating
    }
    /// Folders of the shared-mime-info database; the first wins.
    package let mimeFolders: [String]

    /// Removes `systemFolder` from `folders`, and repeated folders after their first occurrence. A folder
    /// that may mask system bundles always stays: a person's environment may name the admin's folder.
    package init(
        scope: Scope, folders: [Folder], systemFolder: String, registrationFolder: String,
        cacheFolder: String,
        stateFolders: [String], configurationFolder: String = "/etc/activityd",
        policyFolders: [String] = [], mimeFolders: [String] = []
    ) {
        var seen: Set = [ExactText(systemFolder)]
        self.scope = scope
        self.folders = folders.filter { seen.insert(ExactText($0.path)).inserted || $0.masksSystem }
        self.systemFolder = systemFolder
        self.registrationFolder = registrationFolder
        self.cacheFolder = cacheFolder
        self.stateFolders = stateFolders
        self.configurationFolder = configurationFolder
        personalConfigurationFolder = configurationFolder
        self.policyFolders = policyFolders
        self.mimeFolders = mimeFolders.withoutRepeats
    }
}

extension SearchPath {
    package static let systemBundles = "/usr/share/activityd/activities"
    static let generators = ["/etc/activityd/generators", "/usr/lib/activityd/generators"]
    static let sharedData = ["/usr/local/share", "/usr/share"]

    /// The path of the system scope.
    ///
    /// `root` is a prefix for every folder of the machine, and `bundles` replaces `systemBundles`, for tests.
    /// From the environment only XDG_DATA_DIRS is read, for the folders of the MIME database.
    package static func system(
        root: String = "", bundles: String? = nil, environment: [String: String] = [:]
    ) -> SearchPath {
        let shared = sharedData.map { Folder(root + $0 + "/activities") }
        let data = baseFolders(environment["XDG_DATA_DIRS"]) ?? sharedData.map { root + $0 }
        return SearchPath(
            scope: .system, folders: administered(root) + shared,
            systemFolder: folder(bundles) ?? root + systemBundles, registrationFolder: registered(root),
            cacheFolder: root + "/var/cache/activityd", stateFolders: [root + "/var/lib/activityd"],
            configurationFolder: root + "/etc/activityd", policyFolders: policy(root),
            mimeFolders: data.map { $0 + "/mime" })
    }

    /// A person's folders by the XDG Base Directory Specification, before the folders of the machine.
    ///
    /// A variable that is empty or not an absolute path counts as unset, as the specification requires;
    /// `home` is evaluated only if HOME is unset. For tests, `root` is a prefix for the machine's folders,
    /// but not for folders named by the environment; `bundles` replaces `systemBundles`, and `generators` the
    /// folders of generators.
    package static func user(
        environment: [String: String], home: @autoclosure () -> String = "/", root: String = "",
        bundles: String? = nil, generators: String? = nil
    ) -> SearchPath {
        let home = folder(environment["HOME"]) ?? folder(home()) ?? ""
        func base(_ name: String, _ beneathHome: String) -> String {
            folder(environment[name]) ?? home + beneathHome
        }
        let configuration = base("XDG_CONFIG_HOME", "/.config")
        let data = base("XDG_DATA_HOME", "/.local/share")
        let shared = sharedData.map { root + $0 }
        let named = baseFolders(environment["XDG_DATA_DIRS"])
        let machines = administered(root) + shared.map { Folder($0 + "/activities") }
        // A folder of the machine is not personal, even if an XDG variable names it.
        let own = [configuration, data].map {
            Folder($0 + "/activities", isPersonal: true, followsLinks: true)
        }.filter { own in !machines.contains { $0.path.isExactly(own.path) } }
        let others = ((named ?? []) + shared).map {
            Folder($0 + "/activities", isPersonal: !shared.contains($0))
        }
        var path = SearchPath(
            scope: .user, folders: own + administered(root) + others,
            systemFolder: folder(bundles) ?? root + systemBundles, registrationFolder: data + "/activities",
            cacheFolder: base("XDG_CACHE_HOME", "/.cache") + "/activityd",
            stateFolders: [
                base("XDG_STATE_HOME", "/.local/state") + "/activityd", root + "/var/lib/activityd",
            ],
            configurationFolder: root + "/etc/activityd", policyFolders: policy(root),
            mimeFolders: ([data] + (named ?? shared)).map { $0 + "/mime" })
        path.personalConfigurationFolder = configuration
        path.generatorFolders = generators.map { [$0] } ?? Self.generators.map { root + $0 }
        return path
    }

    private static func administered(_ root: String) -> [Folder] {
        [
            Folder(root + "/etc/activities", masksSystem: true),
            Folder(root + "/run/activities"), Folder(registered(root)),
        ]
    }

    private static func policy(_ root: String) -> [String] {
        ["/etc/activityd", "/run/activityd", "/usr/lib/activityd"].map { root + $0 }
    }

    private static func registered(_ root: String) -> String { root + "/var/lib/activityd/activities" }

    private static func baseFolders(_ list: String?) -> [String]? {
        let folders = (list ?? "").split(separator: ":").compactMap { folder(String($0)) }
        return folders.isEmpty ? nil : folders
    }

    /// The base folder in a variable of the environment, without trailing slashes; nil if the variable is
    /// unset, empty or not an absolute path, which the specification treats as unset.
    package static func folder(_ text: String?) -> String? {
        guard let text, BundlePath.isAbsolute(text) else { return nil }
        let slashes = text.reversed().prefix { $0 == "/" }.count
        return String(text.dropLast(slashes))
    }
}

extension SearchPath {
    /// The path without the folders that the admin's policy closes; unchanged in the system scope.
    ///
    /// - Parameter closed: switches that are off.
    func restricted(by closed: Set<PolicySwitch>) -> SearchPath {
        guard scope == .user else { return self }
        var path = self
        // Generated bundles are stored in the person's cache, and are made from the person's files too.
        if !closed.isDisjoint(with: [.generators, .personalActivities]) { path.generatorFolders = [] }
        if closed.contains(.personalActivities) { path.folders.removeAll(where: \.isPersonal) }
        return path
    }
}

extension [String] {
    package var withoutRepeats: [String] {
        var seen: Set<ExactText> = []
        return filter { seen.insert(ExactText($0)).inserted }
    }
}
