// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import ActivityRegistry

extension Confinement {
    /// The limits of a generator. It receives HOME, PATH and the variables of locale and XDG folders, and
    /// sees the folders in which desktop formats install plug-ins (XDG Base Directory Specification).
    init(ofGeneratorIn folder: String, _ settings: PerformerSettings) {
        let environment = settings.environment.filter { name, _ in
            ["PATH", "LANG"].contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_")
        }.merging(["HOME": settings.home]) { _, home in home }
        let shown = ["XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"]
            .flatMap { (environment[$0] ?? "").split(separator: ":") }
            .compactMap { SearchPath.folder(String($0)) }
        self.init(folder: folder, environment: environment, shown: shown)
    }
}
