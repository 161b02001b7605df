// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

/// A perform's files on the disk before it starts, and the launch that names them. Made on the disk's thread.
struct PreparedJob: Sendable {
    /// The record of the perform, still without its unit's name.
    let record: PerformRecord
    let folder: PrivateFolder
    let channels: Channels
    let plan: LaunchPlan
    /// The names by which the program may call its items. Thousands take longer than other clients should wait.
    let itemNames: [String]

    /// - Parameters:
    ///   - unit: its name, written down before it starts; nil of what has a name only then.
    ///   - note: called with each path before it is worked on.
    /// - Throws: why it is not performed; nothing is left of it then.
    static func make(
        _ job: PerformJob, program: String, _ settings: PerformerSettings, in folders: PrivateFolders,
        token: String, _ record: PerformRecord, unit: String?, _ note: (String) -> Void
    ) throws(PerformRefusal) -> PreparedJob {
        note(settings.runtimeFolder)
        let folder = try folders.make(token)
        do throws(PerformRefusal) {
            return try PreparedJob(job, program, settings, in: folder, record, unit, note)
        } catch {
            note(folder.storeBase)
            folder.remove()
            throw error
        }
    }

    private init(
        _ job: PerformJob, _ program: String, _ settings: PerformerSettings, in folder: PrivateFolder,
        _ record: PerformRecord, _ unit: String?, _ note: (String) -> Void
    ) throws(PerformRefusal) {
        itemNames = job.items.flatMap(\.names)
        var job = job
        channels = try Channels(making: folder, outputBytes: job.outputBytes)
        note(folder.storeBase)
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
        if isSandboxed { try Self.narrow(&command, job, program, settings, in: folder, note) }
        var plan = LaunchPlan(
            identifier: job.identifier, title: job.title, token: folder.token, command: command,
            environment: (isSandboxed ? [] : Self.environment(job, folder)) + job.told,
            folder: folder.path, isSandboxed: isSandboxed, isConfined: job.isInBackground,
            keepsResult: !job.handsOver)
        plan.isQuestion = job.isInternal
        plan.input = try input.map { bytes throws(PerformRefusal) in try Descriptor.sealed(bytes) }
        plan.output = try channels.output?.endForWriting()
        plan.errors = try channels.errors?.endForWriting()
        // Without its record the next daemon knows nothing of this; this one does.
        if let unit {
            try command.requireText(job)
            try? folder.save(record.naming(unit))
        } else {
            plan.record = { try? folder.save(record.naming($0.unit, startTime: $0.startTime)) }
        }
        self.plan = plan
    }

    /// Has the command run inside the job's sandbox.
    private static func narrow(
        _ command: inout Command, _ job: PerformJob, _ program: String, _ settings: PerformerSettings,
        in folder: PrivateFolder, _ note: (String) -> Void
    ) throws(PerformRefusal) {
        let options: [[UInt8]]
        if case .generator(let confinement) = job.purpose {
            options = try Sandbox(of: confinement, job, program, settings, in: folder, note).options(note)
        } else if job.isClosed {
            options = try ClosedSandbox(of: job, program, settings, in: folder, note).options(note)
        } else {
            options = try Sandbox(of: job, program, settings, in: folder, note).options(note)
        }
        note(settings.home)
        try command.enter(
            options, in: folder, by: settings.sandboxProgram, settings.findProgram("bwrap"),
            job.supervision)
    }

    /// A sandbox has one of its own, no display that would take a token, and no way to the client's folder.
    private static func environment(_ job: PerformJob, _ folder: PrivateFolder) -> [(
        name: String, value: String
    )] {
        var variables = [(name: "NOTIFY_SOCKET", value: folder.notifyPath)]
        if let clipboard = job.clipboard { variables.append(("ACTIVITY_CLIPBOARD", clipboard)) }
        guard let token = job.activationToken, !token.isEmpty else { return variables }
        return variables + [("XDG_ACTIVATION_TOKEN", token), ("DESKTOP_STARTUP_ID", token)]
    }
}

extension PerformJob {
    /// The option by which activity-sandbox supervises it; nil where it may leave something running.
    fileprivate var supervision: String? {
        if isInBackground { return "--alone" }
        return isClosed ? "--whole" : nil
    }
}

extension PerformOptions {
    var isNarrowed: Bool { !network || writes != nil }
}

extension PerformJob {
    /// How much of its output is kept; nil where it is no result.
    fileprivate var outputBytes: Int? {
        switch purpose {
        case .inspect, .generator: OutputPipe.maximumListBytes
        case .transform: OutputPipe.maximumBytes + 2 * textBytes
        case .activity, .options, .targets: handsOver ? nil : OutputPipe.maximumBytes
        }
    }

    /// Bytes of the texts that a transform is given, each of which it may print with twice as many.
    private var textBytes: Int {
        let texts = [caption, subject] + (keepsTexts ? items.map(\.representation.text) : [])
        return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + items.reduce(0) { $0 + ($1.uri?.utf8.count ?? 0) }
    }

    /// Environment that tells a program that prints options the form's language: its labels are texts for
    /// people. Other programs read the locale in their input. One that prints targets is told the content's types too.
    var told: [(name: String, value: String)] {
        guard isInternal else { return [] }
        let isForTargets = if case .targets = purpose { true } else { false }
        let languages = locale.flatMap { LocaleTag($0) }?.gettextLanguages
        return [
            ("LANGUAGE", languages), ("ACTIVITY_TYPES", types?.joined(separator: "\n")),
            ("ACTIVITY_TARGETS", isForTargets ? "1" : nil),
        ].compactMap { name, value in value.map { (name, $0) } }
    }
}
