// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel
import ActivityRegistry
import Glibc
import Host
import StrictJSON

/// The registry as a daemon would load it, read without a daemon.
struct OfflineRegistry {
    let searchPath: SearchPath
    let elections: Elections
    private let neighbours: Neighbours
    private let programPath = Environment.value("PATH") ?? ""

    /// Reads the whole search path.
    ///
    /// - Parameters:
    ///   - scope: the scope whose search path to read.
    ///   - bundles: the folder of the system's bundles; nil for the installed one.
    init(scope: Registry.Scope, bundles: String?) {
        let variables = Self.variables
        let absolute = bundles.map(Self.absolute)
        searchPath =
            scope == .system
            ? .system(bundles: absolute, environment: variables)
            : .user(environment: variables, bundles: absolute)
        elections = Decisions(of: searchPath).elections
        let loader = Loader(
            path: searchPath, trust: Trust.standard(searchPath.scope), cache: FindingsCache(folder: nil),
            elections: elections, programPath: programPath)
        neighbours = loader.load().neighbours
    }

    /// The validator for a bundle's location. A bundle among the system's is judged as one of them. In the
    /// search path, a bundle must belong to a user whom the daemon trusts; elsewhere its owner counts as the
    /// person.
    func validator(for path: String) -> BundleValidator {
        let folder = ExactText(Self.absolute(path + "/.."))
        let isSystem = folder == ExactText(Self.absolute(searchPath.systemFolder))
        let isServed = isSystem || searchPath.folders.contains { folder == ExactText(Self.absolute($0.path)) }
        var status = stat()
        let owner = isServed || stat(path, &status) != 0 ? geteuid() : status.st_uid
        return BundleValidator(
            neighbours: neighbours, isSystem: isSystem,
            isGenerated: ExactText(Self.absolute(path + "/../.."))
                == ExactText(Self.absolute(searchPath.generatedFolder)),
            trust: .standard(searchPath.scope, uid: owner),
            programPath: programPath,
            surroundings: Surroundings(session: searchPath.scope == .user ? Self.variables : nil))
    }

    var types: ContentTypeDatabase { ContentTypeDatabase(folders: searchPath.mimeFolders) }

    /// Client of activity-draw, which judges icons in a process of its own.
    static var drawing: DrawingClient {
        DrawingClient(program: DrawingClient.program(environment: variables), environment: variables)
    }

    static var variables: [String: String] {
        let names = [
            "HOME", "PATH", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
            "XDG_RUNTIME_DIR", "XDG_DATA_DIRS", "ACTIVITYD_DRAW", "XDG_CURRENT_DESKTOP", "CUPS_SERVER",
        ]
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in Environment.value(name).map { (name, $0) } })
    }

    private static func absolute(_ path: String) -> String { RealPath.find(path) ?? path }
}
