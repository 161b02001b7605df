// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import ActivityRegistry
import Host
import Systemd

extension GeneratorRuns {
    /// Watches the paths that a run has printed. A failed run may have printed only some of them, so the
    /// previous paths stay.
    func watch(_ run: GeneratorRun) {
        let name = run.name
        // The generator may have been removed during the work on the disk.
        guard isThere(name) else { return finish(name) }
        registry.run(at: run.folder) {
            [dependencies, paths = run.output.paths, since = run.started, hasFailed = run.failure != nil] in
            let former = hasFailed ? dependencies.paths(of: name) : []
            let changed = dependencies.set(former + paths, of: name, since: since)
            return (
                changed: changed, folders: dependencies.folders(of: name),
                descriptor: dependencies.descriptor, unwatched: dependencies.unwatched
            )
        } then: { [weak self] watched in
            guard let self else { return }
            setFolders(watched.folders, of: name)
            report(unwatched: watched.unwatched)
            changes.open(at: watched.descriptor)
            for name in watched.changed { schedule(name) }
            finish(name)
        }
    }

    func takeChanges() {
        registry.run(at: registry.searchPath.generatedFolder) { [dependencies] in
            (names: dependencies.changed(), descriptor: dependencies.descriptor)
        } then: { [weak self] changed in
            for name in changed.names { self?.schedule(name) }
            self?.changes.open(at: changed.descriptor)
        }
    }
}
