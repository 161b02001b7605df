// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import ActivityRegistry
import CLinux
import Host
import Systemd

/// Reruns: watches the paths that generators name, and runs a generator again when they change.
extension GeneratorRuns {
    /// How long is waited after a change, for the others of the same upgrade; microseconds.
    private static let changeWindow: UInt64 = 200_000

    /// Watches what a run has named. One that has failed may not have come to name it all.
    func watch(_ run: GeneratorRun) {
        let name = run.name
        // It may have been taken away while the disk was at work.
        guard isThere(name) else { return finish(name) }
        registry.run(at: run.folder) {
            [dependencies, paths = run.output.paths, since = run.started, hasFailed = run.failure != nil] in
            let former = hasFailed ? dependencies.paths(of: name) : []
            let changed = dependencies.set(former + paths, of: name, since: since)
            return Watched(
                changed: changed, folders: dependencies.folders(of: name),
                descriptor: dependencies.descriptor, unwatched: dependencies.unwatched)
        } then: { [weak self] watched in
            guard let self else { return }
            note(watched.folders, of: name)
            note(unwatched: watched.unwatched)
            listen(at: watched.descriptor)
            for name in watched.changed { schedule(name) }
            finish(name)
        }
    }

    private struct Watched: Sendable {
        let changed: [String]
        let folders: [String]
        let descriptor: CInt?
        let unwatched: String?
    }

    private func listen(at descriptor: CInt?) {
        guard let descriptor, changes?.descriptor != descriptor else { return }
        changes?.source.remove()
        changes = (try? loop.onReady(descriptor, EPOLLIN.rawValue) { [unowned self] in openWindow() })
            .map { (descriptor, $0) }
    }

    /// The events stay in the kernel until the disk's thread takes them.
    private func openWindow() {
        changes?.source.setEvents(0)
        if changeTimer == nil {
            changeTimer = try? loop.after(Self.changeWindow) { [unowned self] in takeChanges() }
        }
        changeTimer?.rearm(after: Self.changeWindow)
    }

    private func takeChanges() {
        registry.run(at: registry.searchPath.generatedFolder) { [dependencies] in
            dependencies.changed()
        } then: { [weak self] names in
            for name in names { self?.schedule(name) }
            self?.changes?.source.setEvents(EPOLLIN.rawValue)
        }
    }
}
