// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import ArgumentParser
import CLinux
import ContentSelection
import Glibc
import Host

/// `activityctl apply`
struct Apply: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring a folder of policy and bundles into force as one change, or not at all.",
        discussion: """
            The folder may hold elections.d, arrangement.d, activityd.json.d and activities. All of it is checked first; \
            a single error, and nothing changes. What was applied before is replaced, and kept for --undo.

            Examples:
              activityctl apply policy/ --check
              activityctl apply policy/
              activityctl apply --undo
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory)
    var folder: String?

    @Flag(help: "Bring back what was applied before.") var undo = false

    @Option(
        help: ArgumentHelp("Apply to the system beneath this folder, such as an image.", valueName: "folder"),
        completion: .directory)
    var root: String?

    @OptionGroup var trial: TrialOption

    func validate() throws {
        guard undo == (folder == nil) else { throw ValidationError("Give a folder, or --undo.") }
        guard options.choice != .user else {
            throw ValidationError("What is applied is for everybody; a person has no such folder.")
        }
        var status = stat()
        if let root, stat(root, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
            throw ValidationError("There is no folder \"\(printable(root))\". Give --root one that is there.")
        }
    }

    func run() throws {
        guard trial.check || root != nil || geteuid() == 0 else {
            throw Failure(
                "Only root applies what holds for everybody.", next: "Run it as root, or look with --check.")
        }
        let applied = AppliedFolder(root: root ?? "")
        do {
            if let folder { try apply(folder, applied) } else { try takeBack(applied) }
        } catch StorageError.locked {
            throw Failure("Another apply is at work.", next: "Try again later.")
        } catch let error as StorageError {
            throw Failure(printable(error.description))
        }
    }

    private func apply(_ folder: String, _ applied: AppliedFolder) throws {
        let source: PolicySource
        do { source = try PolicySource(folder, trust: .standard(.system)) } catch {
            throw Failure("\(printable(folder)) cannot be applied: \(printable(error.description))")
        }
        let judge = PolicyJudge(source, folder: folder, root: root ?? "")
        if applied.holds(source.files) {
            judge.tellHidden(applied.path)
            return try report(source, isDifferent: false)
        }
        if trial.check {
            guard try AppliedFolder.check(source.files, isSound: judge.isSound) else { throw judge.failure }
            return try report(source, isDifferent: true)
        }
        let before = try? applied.current()
        switch try applied.apply(source.files, isSound: judge.isSound) {
        case .unchanged: try report(source, isDifferent: false)
        case .refused: throw judge.failure
        case .applied(let version):
            if root == nil { ChangeRecord.log("Apply", before: before, after: version) }
            let isTaken = tellDaemon()
            try report(source, isDifferent: true, "version \(version)" + (isTaken ? "" : ", no daemon told"))
        }
    }

    private func takeBack(_ applied: AppliedFolder) throws {
        let before = try? applied.current()
        guard let former = try trial.check ? applied.former() : applied.undo() else {
            throw Failure(
                "No former version is kept.", next: "To take away what was applied, apply an empty folder.")
        }
        if !trial.check, root == nil { ChangeRecord.log("Undo", before: before, after: former) }
        let isTaken = trial.check || tellDaemon()
        try trial.report(
            "System scope", "version \(former) is back.", of: "what is applied", isDifferent: true,
            isTaken ? "version \(former)" : "no daemon told")
    }

    private func report(_ source: PolicySource, isDifferent: Bool, _ note: String = "") throws {
        try trial.report(
            "System scope",
            Tally.count(source.policyFiles, "policy file") + " and "
                + Tally.count(source.bundles.count, "bundle") + " are applied.",
            of: "what is applied", isDifferent: isDifferent, note)
    }

    /// Has the system's daemon read all of it now; people's own see it by themselves.
    ///
    /// - Returns: false where none answers; then the next one reads it.
    private func tellDaemon() -> Bool {
        guard root == nil else { return false }
        return (try? DaemonClient(options).call(Interfaces.service + ".Reload")) != nil
    }
}
