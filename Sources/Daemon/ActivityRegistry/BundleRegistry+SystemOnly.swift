// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPolicy
import Host

extension BundleRegistry {
    /// Serves only the system's activities if the first load hangs: a home or a search folder on a mount
    /// whose server is gone must not take away the whole sheet. The admin's decisions and masks apply; the
    /// person's are not known yet. The first load replaces this snapshot when it is done.
    package func serveSystemOnly() {
        guard snapshot.bundles.isEmpty, let spare = try? DiskThread() else { return }
        let generation = snapshot.generation
        spare.run(at: searchPath.systemFolder) { [searchPath, surroundings, events, settings] in
            let snapshot = Snapshot(
                systemOf: searchPath, surroundings, generation: generation, after: settings)
            if let snapshot { events.post(.systemOnly(snapshot)) }
        }
    }
}

extension Snapshot {
    /// The system's activities with shipped findings; nil if there are none. Their requirements are looked up
    /// in the machine's own folders, because any folder that the environment names may be the hung one.
    init?(
        systemOf path: SearchPath, _ surroundings: Surroundings, generation: Int,
        after settings: AdminSettings = AdminSettings()
    ) {
        let state = path.stateFolders.last ?? ""
        let masking = path.folders.filter(\.masksSystem)
        let admins = SearchPath(
            scope: .system, folders: masking, systemFolder: path.systemFolder,
            registrationFolder: path.registrationFolder, cacheFolder: path.cacheFolder, stateFolders: [state],
            configurationFolder: path.configurationFolder, policyFolders: path.policyFolders)
        let decisions = Decisions(of: admins, after: settings)
        let trust = Trust.standard(path.scope)
        let cache = FindingsCache(folder: nil, shippedFolder: path.systemFolder, trust: trust)
        let load = Loader(
            path: admins, trust: trust, cache: cache, elections: decisions.elections,
            masks: decisions.policy.masks,
            programPath: ProgramPath.machines, surroundings: surroundings.ofMachine
        ).load()
        let bundles = load.bundles.filter { $0.source == .system }
        guard !bundles.isEmpty else { return nil }
        self.init(
            generation: generation, bundles: bundles, elections: decisions.elections, arrangement: [],
            starred: decisions.starred,
            types: ContentTypeDatabase(folders: SearchPath.sharedData.map { $0 + "/mime" }),
            reserved: load.reserved)
    }
}
