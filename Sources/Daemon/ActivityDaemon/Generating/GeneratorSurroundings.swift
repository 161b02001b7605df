// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import ActivityRegistry

/// The person's environment and folders, as generators see them.
struct GeneratorSurroundings {
    private let environment: [String: String]
    /// Where they write, in memory.
    let stagingFolder: String

    init(_ settings: PerformerSettings) {
        stagingFolder = settings.runtimeFolder + "/activityd/generating"
        environment = settings.environment.filter { name, _ in
            ["PATH", "LANG"].contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
        }.merging(["HOME": settings.home]) { _, home in home }
    }

    func confinement(in folder: String) -> Confinement {
        Confinement(folder: folder, environment: environment, shown: baseFolders)
    }

    /// Where the formats of the desktop lie (XDG Base Directory Specification).
    private var baseFolders: [String] {
        ["XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"]
            .flatMap { (environment[$0] ?? "").split(separator: ":") }
            .compactMap { SearchPath.folder(String($0)) }
    }
}
