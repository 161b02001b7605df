// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

extension Sandbox {
    /// The place of an activity that narrows itself. Its folders are made where they are missing.
    ///
    /// - Parameter note: called with each path before it is worked on.
    /// - Throws: why one of its folders cannot be had.
    init(
        of job: PerformJob, _ program: String, _ settings: PerformerSettings, in folder: PrivateFolder,
        _ note: (String) -> Void
    ) throws(PerformRefusal) {
        try folder.makeTemporary()
        let sshSettings = job.options.network ? try? folder.copySSHSettings(note) : nil
        note(settings.configurationFolder)
        let personalFolders = PersonalFolders(
            home: settings.home, configuration: settings.configurationFolder)
        var personal: [(variable: String, path: String)] = []
        var writes: [String]? = job.options.writes == nil ? nil : []
        for name in job.options.writes ?? [] where name != .item {
            let path =
                name == .state
                ? try PersonalFolders.make(Self.state(of: job, settings, folder), note)
                : try personalFolders.make(name, note)
            writes?.append(path)
            if let variable = name.variable { personal.append((variable, path)) }
        }
        let items = job.items.flatMap { [$0] + $0.alternatives }.filter { !$0.needsFile }
        self.init(settings, in: folder, bundle: job.sharedFolder, shown: [Array(program.utf8)], note)
        if job.options.writes?.contains(.item) == true {
            writes? += folders(of: items.filter { !$0.representation.isTemporary }.compactMap(\.path), note)
        }
        self.items = items.compactMap(\.path)
        shown += self.items
        (self.writes, self.personal, self.sshSettings) = (writes, personal, sshSettings)
        (network, workingFolder, mounts) = (job.options.network, job.workingFolder, job.mounts)
        temporaryFolder = Self.real(folder.temporaryPath, note)
        notifyPath = Self.real(folder.path, note) + "/notify"
    }

    /// The place of a generator.
    ///
    /// - Parameter note: called with each path before it is worked on.
    init(
        of confinement: Confinement, _ job: PerformJob, _ program: String, _ settings: PerformerSettings,
        in folder: PrivateFolder, _ note: (String) -> Void
    ) {
        // activity-sandbox has to be shown where it lies in a hidden folder: bubblewrap cannot make a mount point for it on
        // a root that is read-only.
        let programs = [Folder.split(Self.real(program, note)).folder, settings.sandboxProgram]
        self.init(
            settings, in: folder, bundle: job.bundlePath,
            shown: (programs + confinement.shown).map { Array($0.utf8) }, note)
        writes = [Self.real(confinement.folder, note)]
        self.confinement = confinement
    }

    /// The part that all sandboxes have in common.
    private init(
        _ settings: PerformerSettings, in folder: PrivateFolder, bundle: String, shown: [[UInt8]],
        _ note: (String) -> Void
    ) {
        home = Self.real(settings.home, note)
        runtimeFolder = Self.real(settings.runtimeFolder, note)
        self.bundle = Self.real(bundle, note)
        self.shown = shown
        files = Self.real(folder.filesPath, note)
        stores = Self.real(folder.storeBase, note)
        states = Self.real(settings.activityStates, note)
    }

    static func real(_ path: String, _ note: (String) -> Void) -> String {
        note(path)
        return RealPath.of(path)
    }

    /// The folder of an activity's state. A bundle that is only tried may bear another's identifier, so its state goes with
    /// the trial.
    private static func state(
        of job: PerformJob, _ settings: PerformerSettings, _ folder: PrivateFolder
    ) -> String {
        job.isTrial ? folder.temporaryPath + "/state" : settings.activityStates + "/" + job.identifier
    }
}

extension PerformJob {
    /// The bundle's folder, and what it has in common with others: the system's own share modules.
    var sharedFolder: String {
        isSystem ? bundlePath.lastIndex(of: "/").map { String(bundlePath[..<$0]) } ?? bundlePath : bundlePath
    }
}
