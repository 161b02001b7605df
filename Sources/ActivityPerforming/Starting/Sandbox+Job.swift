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
        sshSettings = job.options.network ? try? folder.copySSHSettings(note) : nil
        note(settings.configurationFolder)
        let personalFolders = PersonalFolders(
            home: settings.home, configuration: settings.configurationFolder)
        var personal: [(variable: String, path: String)] = []
        var writes: [String]? = job.options.writes == nil ? nil : []
        for name in job.options.writes ?? [] {
            let path =
                name == .state
                ? try PersonalFolders.make(Self.state(of: job, settings, folder), note)
                : try personalFolders.make(name, note)
            writes?.append(path)
            if let variable = name.variable { personal.append((variable, path)) }
        }
        (self.writes, self.personal) = (writes, personal)
        func real(_ path: String) -> String {
            note(path)
            return RealPath.of(path)
        }
        network = job.options.network
        home = real(settings.home)
        workingFolder = job.workingFolder
        runtimeFolder = real(settings.runtimeFolder)
        bundle = real(job.sharedFolder)
        shown =
            [Array(program.utf8)]
            + job.items.flatMap { [$0] + $0.alternatives }.filter { !$0.needsFile }.compactMap(\.path)
        temporaryFolder = real(folder.temporaryPath)
        files = real(folder.filesPath)
        stores = real(folder.storeBase)
        states = real(settings.activityStates)
        notifyPath = real(folder.path) + "/notify"
        confinement = nil
    }

    /// The place of a generator.
    ///
    /// - Parameter note: called with each path before it is worked on.
    init(
        of confinement: Confinement, _ job: PerformJob, _ program: String, _ settings: PerformerSettings,
        in folder: PrivateFolder, _ note: (String) -> Void
    ) {
        func real(_ path: String) -> String {
            note(path)
            return RealPath.of(path)
        }
        network = false
        writes = [real(confinement.folder)]
        personal = []
        home = real(settings.home)
        workingFolder = nil
        runtimeFolder = real(settings.runtimeFolder)
        bundle = real(job.bundlePath)
        // activity-sandbox has to be shown where it lies in a hidden folder: bubblewrap cannot make a mount point for it on
        // a root that is read-only.
        let programs = [Folder.split(real(program)).folder, settings.sandboxProgram]
        shown = (programs + confinement.shown).map { Array($0.utf8) }
        temporaryFolder = nil
        files = real(folder.filesPath)
        stores = real(folder.storeBase)
        states = real(settings.activityStates)
        sshSettings = nil
        notifyPath = nil
        self.confinement = confinement
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
    fileprivate var sharedFolder: String {
        isSystem ? bundlePath.lastIndex(of: "/").map { String(bundlePath[..<$0]) } ?? bundlePath : bundlePath
    }
}
