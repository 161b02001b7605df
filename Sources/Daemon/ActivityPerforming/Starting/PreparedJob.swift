// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

/// The files of a perform that is about to start, and the plan for its launcher. Created on the disk's
/// thread.
struct PreparedJob: Sendable {
    /// The perform's record, still without the unit's name.
    let record: PerformRecord
    let folder: PrivateFolder
    let channels: Channels
    let plan: LaunchPlan
    /// Names that the program may use for its items; computed here because thousands would block other
    /// clients.
    let itemNames: [String]
    /// Locks of the copies among the items.
    var copies: [Descriptor] = []

    /// - Parameters:
    ///   - unit: the unit's name, to record before the start; nil if only the start decides it.
    ///   - reportPath: called with each path before it is touched.
    /// - Throws: the reason why the job cannot start; its files have been removed.
    static func make(
        _ job: PerformJob, program: String, _ settings: PerformerSettings, in folders: PrivateFolders,
        token: String, _ record: PerformRecord, unit: String?, _ reportPath: (String) -> Void
    ) throws(PerformRefusal) -> PreparedJob {
        reportPath(settings.runtimeFolder)
        let folder = try folders.make(token)
        do throws(PerformRefusal) {
            return try PreparedJob(job, program, settings, in: folder, record, unit, reportPath)
        } catch {
            reportPath(folder.storeBase)
            folder.remove()
            throw error
        }
    }

    private init(
        _ job: PerformJob, _ program: String, _ settings: PerformerSettings, in folder: PrivateFolder,
        _ record: PerformRecord, _ unit: String?, _ reportPath: (String) -> Void
    ) throws(PerformRefusal) {
        itemNames = job.items.flatMap(\.names)
        var job = job
        channels = try Channels(making: folder, outputBytes: job.purpose.outputBytes(job))
        reportPath(folder.storeBase)
        if job.takesFiles { try folder.write(&job.items) }
        (self.record, self.folder) = (record, folder)
        var command: Command
        let input: [UInt8]?
        let runs = job.runs
        if runs.isEmpty {
            command = try Command(job, program: program)
            input = job.input
        } else {
            command = Command(starting: job.options.each, by: settings.sandboxProgram)
            input = try PerformJob.list(runs, program: program)
        }
        let isSandboxed = job.options.isNarrowed
        if isSandboxed { try Self.narrow(&command, job, program, settings, in: folder, reportPath) }
        var plan = LaunchPlan(
            identifier: job.identifier, title: job.title, token: folder.token, command: command,
            environment: (isSandboxed ? [] : Self.environment(job, folder)) + job.questionEnvironment,
            folder: folder.path, isSandboxed: isSandboxed, isConfined: job.purpose.isInBackground,
            keepsResult: !job.handsOver)
        plan.isQuestion = job.isInternal
        plan.input = try input.map { bytes throws(PerformRefusal) in try Descriptor.sealed(bytes) }
        plan.output = try channels.output?.endForWriting()
        plan.errors = try channels.errors?.endForWriting()
        // If saving fails, only the next daemon lacks the record.
        if let unit {
            try command.requireText(job)
            try? folder.save(record.naming(unit))
        } else {
            plan.record = { try? folder.save(record.naming($0.unit, startTime: $0.startTime)) }
        }
        self.plan = plan
    }

    private static func narrow(
        _ command: inout Command, _ job: PerformJob, _ program: String, _ settings: PerformerSettings,
        in folder: PrivateFolder, _ reportPath: (String) -> Void
    ) throws(PerformRefusal) {
        let options = try job.purpose.sandboxOptions(job, program, settings, folder, reportPath)
        reportPath(settings.home)
        try command.enter(
            options, in: folder, by: settings.sandboxProgram, settings.findProgram("bwrap"),
            job.purpose.supervision)
    }

    /// Variables of a program without a sandbox. A sandbox sets its own NOTIFY_SOCKET, has no display on
    /// which to use an activation token, and cannot reach the client's clipboard folder.
    private static func environment(_ job: PerformJob, _ folder: PrivateFolder) -> [(
        name: String, value: String
    )] {
        var variables = [(name: "NOTIFY_SOCKET", value: folder.notifyPath)]
        if let clipboard = job.clipboard { variables.append(("ACTIVITY_CLIPBOARD", clipboard)) }
        guard let token = job.activationToken, !token.isEmpty else { return variables }
        return variables + [("XDG_ACTIVATION_TOKEN", token), ("DESKTOP_STARTUP_ID", token)]
    }
}

extension PerformOptions {
    var isNarrowed: Bool { !network || writes != nil }
}

extension PerformJob {
    /// Variables for the daemon's own programs: the language, if the request has one, and, for programs that
    /// print options or targets, the content's types. Activities read the locale in their input.
    var questionEnvironment: [(name: String, value: String)] {
        guard isInternal else { return [] }
        var variables = purpose.variables
        variables["LANGUAGE"] = locale.flatMap { LocaleTag($0) }?.gettextLanguages
        variables["ACTIVITY_TYPES"] = types?.joined(separator: "\n")
        return variables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
