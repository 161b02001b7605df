// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc

/// What a perform has on the disk before it starts, and the command line that says where. Made on the
/// disk's thread.
struct PreparedPerform: Sendable {
    let job: PerformJob
    let folder: PerformFolder
    let channels: PerformChannels
    private(set) var command: PerformCommand
    /// Added to the environment that the launcher gives every activity.
    let environment: [(name: String, value: String)]
    let isSandboxed: Bool

    /// - Parameters:
    ///   - record: what is written down before it starts; nil of what has a name only then.
    ///   - note: called with each place before it is worked on.
    /// - Throws: why it is not performed; nothing is left of it then.
    static func make(
        _ job: PerformJob, program: String, _ setting: PerformSetting, on shelf: PerformShelf, token: String,
        _ record: PerformRecord?, _ note: (String) -> Void
    ) throws(PerformRefusal) -> PreparedPerform {
        note(setting.runtimeFolder)
        let folder = try shelf.make(token)
        do throws(PerformRefusal) {
            let prepared = try PreparedPerform(job, program, setting, in: folder, note)
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
        _ job: PerformJob, _ program: String, _ setting: PerformSetting, in folder: PerformFolder,
        _ note: (String) -> Void
    ) throws(PerformRefusal) {
        var job = job
        channels = try PerformChannels(making: folder, keepsOutput: !job.handsOver)
        note(folder.storeBase)
        if job.takesFiles { try folder.write(&job.items) }
        self.job = job
        self.folder = folder
        command = try PerformCommand(job, program: program)
        isSandboxed = job.options.isNarrowed
        environment = isSandboxed ? [] : Self.environment(job, folder)
        guard isSandboxed else { return }
        let options = try Self.sandbox(job, program, setting, in: folder, note).options(note)
        note(setting.home)
        try command.enter(options, by: setting.sandboxProgram, setting.findProgram("bwrap"))
    }

    /// A sandbox has one of its own, and no display that would take a token.
    private static func environment(_ job: PerformJob, _ folder: PerformFolder) -> [(
        name: String, value: String
    )] {
        let progress = [(name: "NOTIFY_SOCKET", value: folder.notifyPath)]
        guard let token = job.activationToken, !token.isEmpty else { return progress }
        return progress + [("XDG_ACTIVATION_TOKEN", token), ("DESKTOP_STARTUP_ID", token)]
    }

    private static func sandbox(
        _ job: PerformJob, _ program: String, _ setting: PerformSetting, in folder: PerformFolder,
        _ note: (String) -> Void
    ) throws(PerformRefusal) -> Sandbox {
        try folder.makeTemporary()
        func real(_ path: String) -> String {
            note(path)
            return RealPath.of(path)
        }
        note(setting.configurationFolder)
        let personal = PersonalFolders(home: setting.home, configuration: setting.configurationFolder)
        var writes: [String]?
        if let named = job.options.writes {
            var folders: [String] = []
            for name in named { folders.append(try personal.make(name, note)) }
            writes = folders
        }
        return Sandbox(
            network: job.options.network, writes: writes, home: real(setting.home),
            runtimeFolder: real(setting.runtimeFolder), bundle: real(job.sharedFolder),
            shown: [Array(program.utf8)] + job.items.filter { !$0.needsFile }.compactMap(\.path),
            temporaryFolder: real(folder.temporaryPath), files: real(folder.filesPath),
            stores: real(folder.storeBase), notifyPath: real(folder.path) + "/notify")
    }
}

extension PerformOptions {
    var isNarrowed: Bool { !network || writes != nil }
}

extension PerformJob {
    /// The bundle's folder, and what it has in common with others: the system's own share modules.
    fileprivate var sharedFolder: String {
        isSystem ? bundlePath.lastIndex(of: "/").map { String(bundlePath[..<$0]) } ?? bundlePath : bundlePath
    }
}
