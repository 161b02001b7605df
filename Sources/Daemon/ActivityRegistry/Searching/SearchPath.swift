// SPDX-License-Identifier: Apache-2.0
//
// Where bundles come from.
//
// The path is systemd's: what the admin wrote comes before what is there for this boot, before what was
// registered, before what packages brought. A person's own folders come before all of these. The first bundle
// of a name wins, so the order of the folders is the whole of the policy. System activities lie in a folder
// of their own, outside the path: no folder of the path can put something in their place, and only
// /etc/activities can mask them.

import ActivityModel
import ActivityPolicy
import StrictJSON

/// For whom a daemon serves: everybody on the machine, or one person.
package enum Scope: String, CaseIterable, Sendable, JSONConvertible {
    case system, user
}

/// The folders that a scope reads, in order, and those that it writes.
package struct SearchPath: Hashable, Sendable {
    /// A folder of bundles.
    package struct Folder: Hashable, Sendable {
        package let path: String
        let isSystem: Bool
        let isGenerated: Bool
        /// Whether a mask in it hides a system bundle too.
        package let masksSystem: Bool
        /// Whether the person, or the person's environment, decides what is in it.
        package let isPersonal: Bool
        /// Whether a link in it stands for the bundle that it leads to.
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
    /// Folder of the system's bundles; `verdicts.json` in it holds the shipped findings.
    package let systemFolder: String
    /// Where registered bundles are put; one of `folders`.
    package let registrationFolder: String
    /// For what can be made again.
    package let cacheFolder: String
    /// Elections and arrangements: the scope's own first; behind it, in the user scope, the system's.
    package let stateFolders: [String]
    /// Where a person's activities keep state.
    package var activityStates: String { stateFolders[0] + "/activities" }
    /// Folder of the files that the admin wrote by hand; read only.
    package let configurationFolder: String
    /// The folders of the admin's policy, the first wins.
    package let policyFolders: [String]
    /// $XDG_CONFIG_HOME of a person; the admin's folder in the system scope.
    package private(set) var personalConfigurationFolder: String
    /// Folders of generators; the first of a name counts. Empty in the system scope.
    package var generatorFolders: [String] = []
    /// Where what generators make is put, each in a folder of its own; these come last in the path, by name.
    package var generatedFolder: String { cacheFolder + "/generated" }
    /// Folders in which a name that comes or goes is a bundle, a generator, or what one has made.
    var watchedFolders: [String] {
        let generating = generatorFolders.isEmpty ? [] : generatorFolders + [generatedFolder]
        return folders.map(\.path) + [systemFolder] + generating
    }
    /// Folders of the shared-mime-info database, the first wins.
    package let mimeFolders: [String]

    /// `systemFolder` is taken out of `folders`, and what comes twice stays where it came first. A folder that
    /// masks stays in any case: a person may name the system's folder.
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

    /// The path that is the same for everybody.
    ///
    /// For tests, `root` is what every folder of the machine is beneath; `bundles` stands for
    /// `systemBundles`. Of the environment XDG_DATA_DIRS is read, for the folders of the MIME database alone.
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

    /// The XDG Base Directory Specification's folders of a person over the system scope's path.
    ///
    /// A variable that is empty or no absolute path counts as unset, as the specification asks; `home` is
    /// used where HOME is unset. For tests, `root` is what the folders of the machine are beneath, but not
    /// those that the environment names; `bundles` stands for `systemBundles`, and `generators` for the folders of
    /// generators.
    package static func user(
        environment: [String: String], home: String = "/", root: String = "", bundles: String? = nil,
        generators: String? = nil
    ) -> SearchPath {
        func base(_ name: String, _ beneathHome: String) -> String {
            let home = folder(environment["HOME"]) ?? folder(home) ?? ""
            return folder(environment[name]) ?? home + beneathHome
        }
        let configuration = base("XDG_CONFIG_HOME", "/.config")
        let data = base("XDG_DATA_HOME", "/.local/share")
        let shared = sharedData.map { root + $0 }
        let named = baseFolders(environment["XDG_DATA_DIRS"])
        let machines = administered(root) + shared.map { Folder($0 + "/activities") }
        // A variable that names a folder of the machine's changes nothing about that.
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

    /// A base folder as a variable of the environment names it, without slashes at its end; nil where that is unset,
    /// empty or no absolute path, which the specification has count as unset.
    package static func folder(_ text: String?) -> String? {
        guard let text, BundlePath.isAbsolute(text) else { return nil }
        let slashes = text.reversed().prefix { $0 == "/" }.count
        return String(text.dropLast(slashes))
    }
}

extension SearchPath {
    /// The path without what the admin's policy takes out of it.
    ///
    /// - Parameter closed: switches that are off.
    func restricted(by closed: Set<PolicySwitch>) -> SearchPath {
        guard scope == .user else { return self }
        var path = self
        // What generators make lies in the person's cache, and comes of the person's files too.
        if !closed.isDisjoint(with: [.generators, .personalActivities]) { path.generatorFolders = [] }
        if closed.contains(.personalActivities) { path.folders.removeAll(where: \.isPersonal) }
        return path
    }
}

extension [String] {
    /// Each where it came first.
    var withoutRepeats: [String] {
        var seen: Set<ExactText> = []
        return filter { seen.insert(ExactText($0)).inserted }
    }
}
