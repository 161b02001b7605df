// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc

/// What a perform has on the disk before it starts, and the command line that says where. Made on the
/// disk's thread.
struct PreparedJob: Sendable {
    let job: PerformJob
    let folder: PrivateFolder
    let channels: Channels
    private(set) var command: Command
    /// What the command reads on its standard input; nil where there is none.
    let input: [UInt8]?
    /// Added to the environment that the launcher gives every activity.
    let environment: [(name: String, value: String)]
    let isSandboxed: Bool

    /// - Parameters:
    ///   - record: what is written down before it starts; nil of what has a name only then.
    ///   - note: called with each path before it is worked on.
    /// - Throws: why it is not performed; nothing is left of it then.
    static func make(
        _ job: PerformJob, program: String, _ settings: PerformerSettings, in folders: PrivateFolders,
        token: String, _ record: PerformRecord?, _ note: (String) -> Void
    ) throws(PerformRefusal) -> PreparedJob {
        note(settings.runtimeFolder)
        let folder = try folders.make(token)
        do throws(PerformRefusal) {
            let prepared = try PreparedJob(job, program, settings, in: folder, note)
            // Without it the next daemon knows nothing of this; this one does.
            if let record { try? folder.save(record) }
            return prepared
        } catch {
            note(folder.storeBase)
            folder.remove()
            throw error
        }
    }

    private init(
        _ job: PerformJob, _ program: String, _ settings: PerformerSettings, in folder: PrivateFolder,
        _ note: (String) -> Void
    ) throws(PerformRefusal) {
        var job = job
        channels = try Channels(making: folder, outputBytes: job.outputBytes)
        note(folder.storeBase)
        if job.takesFiles { try folder.write(&job.items) }
        self.job = job
        self.folder = folder
        let runs = job.runs
        if runs.isEmpty {
            command = try Command(job, program: program)
            input = ActivityInput.bytes(for: job)
        } else {
            command = Command(starting: job.options.each, by: settings.sandboxProgram)
            input = try RunList(runs, program: program).bytes
        }
        isSandboxed = job.options.isNarrowed
        environment = (isSandboxed ? [] : Self.environment(job, folder)) + job.language
        guard isSandboxed else { return }
        let options = try Self.sandbox(job, program, settings, in: folder, note).options(note)
        note(settings.home)
        try command.enter(
            options, by: settings.sandboxProgram, settings.findProgram("bwrap"),
            isAlone: job.confinement != nil)
    }

    /// A sandbox has one of its own, and no display that would take a token.
    private static func environment(_ job: PerformJob, _ folder: PrivateFolder) -> [(
        name: String, value: String
    )] {
        let progress = [(name: "NOTIFY_SOCKET", value: folder.notifyPath)]
        guard let token = job.activationToken, !token.isEmpty else { return progress }
        return progress + [("XDG_ACTIVATION_TOKEN", token), ("DESKTOP_STARTUP_ID", token)]
    }

    private static func sandbox(
        _ job: PerformJob, _ program: String, _ settings: PerformerSettings, in folder: PrivateFolder,
        _ note: (String) -> Void
    ) throws(PerformRefusal) -> Sandbox {
        if job.confinement == nil { try folder.makeTemporary() }
        let sshSettings = job.options.network ? try folder.copySSHSettings(note) : nil
        func real(_ path: String) -> String {
            note(path)
            return RealPath.of(path)
        }
        note(settings.configurationFolder)
        let personal = PersonalFolders(home: settings.home, configuration: settings.configurationFolder)
        var writes: [String]?
        if let named = job.options.writes {
            var folders: [String] = []
            for name in named {
                folders.append(
                    name == .state
                        ? try PersonalFolders.make(state(of: job, settings, folder), note)
                        : try personal.make(name, note))
            }
            writes = folders
        }
        let named = zip(job.options.writes ?? [], writes ?? []).compactMap { folder, path in
            folder.variable.map { (variable: $0, path: path) }
        }
        if let confinement = job.confinement {
            return Sandbox(
                confinement, program: real(program), sandboxProgram: settings.sandboxProgram,
                home: real(settings.home),
                runtimeFolder: real(settings.runtimeFolder), bundle: real(job.bundlePath),
                files: real(folder.filesPath), stores: real(folder.storeBase),
                states: real(settings.activityStates))
        }
        return Sandbox(
            network: job.options.network, writes: writes, personal: named,
            home: real(settings.home), workingFolder: job.workingFolder,
            runtimeFolder: real(settings.runtimeFolder), bundle: real(job.sharedFolder),
            shown: [Array(program.utf8)]
                + job.items.flatMap { [$0] + $0.alternatives }.filter { !$0.needsFile }.compactMap(\.path),
            temporaryFolder: real(folder.temporaryPath), files: real(folder.filesPath),
            stores: real(folder.storeBase), states: real(settings.activityStates), sshSettings: sshSettings,
            notifyPath: real(folder.path) + "/notify", confinement: nil)
    }

    /// The folder of its state. A bundle that is only tried may bear another's identifier, so its state goes with the trial.
    private static func state(
        of job: PerformJob, _ settings: PerformerSettings, _ folder: PrivateFolder
    ) -> String {
        job.isTrial ? folder.temporaryPath + "/state" : settings.activityStates + "/" + job.identifier
    }
}

extension PerformOptions {
    var isNarrowed: Bool { !network || writes != nil }
}

extension PerformJob {
    /// How much of its output is kept; nil where it is no result.
    fileprivate var outputBytes: Int? {
        if handsOver { return nil }
        return confinement == nil ? OutputPipe.maximumBytes : OutputPipe.maximumGeneratorBytes
    }

    /// What a program that prints options is told of the form's language: its labels are texts for people. Others read
    /// the locale in their input.
    fileprivate var language: [(name: String, value: String)] {
        guard isInternal, let languages = locale.flatMap({ LocaleTag($0) })?.gettextLanguages else {
            return []
        }
        return [("LANGUAGE", languages)]
    }

    /// The bundle's folder, and what it has in common with others: the system's own share modules.
    fileprivate var sharedFolder: String {
        isSystem ? bundlePath.lastIndex(of: "/").map { String(bundlePath[..<$0]) } ?? bundlePath : bundlePath
    }
}
