// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

extension Sandbox {
    /// Creates the sandbox of an activity that restricts itself, and its missing folders.
    ///
    /// - Parameter reportPath: called with each path before it is touched.
    /// - Throws: the reason why a folder could not be created or may not be written.
    init(
        of job: PerformJob, _ program: String, _ settings: PerformerSettings, in folder: PrivateFolder,
        _ reportPath: (String) -> Void
    ) throws(PerformRefusal) {
        try folder.makeTemporary()
        let sshSettings = job.options.network ? try? folder.copySSHSettings(reportPath) : nil
        reportPath(settings.configurationFolder)
        let personalFolders = PersonalFolders(
            home: settings.home, configuration: settings.configurationFolder)
        var personal: [(variable: String, path: String)] = []
        var writes: [String]? = job.options.writes == nil ? nil : []
        for name in job.options.writes ?? [] where name != .item {
            let path =
                name == .state
                ? try PersonalFolders.make(Self.state(of: job, settings, folder), reportPath)
                : try personalFolders.make(name, reportPath)
            writes?.append(path)
            if let variable = name.variable { personal.append((variable, path)) }
        }
        let items = job.items.flatMap { [$0] + $0.alternatives }.filter { !$0.needsFile }
        self.init(settings, in: folder, bundle: job.sharedFolder, shown: [Array(program.utf8)], reportPath)
        if job.options.writes?.contains(.item) == true {
            writes? += folders(
                of: items.filter { !$0.representation.isTemporary }.compactMap(\.path), reportPath)
        }
        self.items = items.compactMap(\.path)
        shown += self.items
        (self.writes, self.personal, self.sshSettings) = (writes, personal, sshSettings)
        (network, workingFolder, mounts) = (job.options.network, job.workingFolder, job.mounts)
        temporaryFolder = Self.real(folder.temporaryPath, reportPath)
        notifyPath = Self.real(folder.path, reportPath) + "/notify"
    }

    /// Creates the sandbox of a generator.
    ///
    /// - Parameter reportPath: called with each path before it is touched.
    init(
        of confinement: Confinement, _ job: PerformJob, _ program: String, _ settings: PerformerSettings,
        in folder: PrivateFolder, _ reportPath: (String) -> Void
    ) {
        // activity-sandbox must be visible even in a hidden folder: bubblewrap cannot create a mount point on
        // a read-only root.
        let programs = [Folder.split(Self.real(program, reportPath)).folder, settings.sandboxProgram]
        self.init(
            settings, in: folder, bundle: job.bundlePath,
            shown: (programs + confinement.shown).map { Array($0.utf8) }, reportPath)
        writes = [Self.real(confinement.folder, reportPath)]
        self.confinement = confinement
    }

    private init(
        _ settings: PerformerSettings, in folder: PrivateFolder, bundle: String, shown: [[UInt8]],
        _ reportPath: (String) -> Void
    ) {
        home = Self.real(settings.home, reportPath)
        runtimeFolder = Self.real(settings.runtimeFolder, reportPath)
        self.bundle = Self.real(bundle, reportPath)
        self.shown = shown
        files = Self.real(folder.filesPath, reportPath)
        stores = Self.real(folder.storeBase, reportPath)
        states = Self.real(settings.activityStates, reportPath)
    }

    static func real(_ path: String, _ reportPath: (String) -> Void) -> String {
        reportPath(path)
        return RealPath.of(path)
    }

    /// The folder of an activity's state. A bundle in a trial may have the identifier of another bundle, so
    /// its state is temporary.
    private static func state(
        of job: PerformJob, _ settings: PerformerSettings, _ folder: PrivateFolder
    ) -> String {
        job.isTrial ? folder.temporaryPath + "/state" : settings.activityStates + "/" + job.identifier
    }
}

extension PerformJob {
    /// The bundle's folder; for a system bundle its parent, since system bundles share modules.
    var sharedFolder: String {
        isSystem ? bundlePath.lastIndex(of: "/").map { String(bundlePath[..<$0]) } ?? bundlePath : bundlePath
    }
}
