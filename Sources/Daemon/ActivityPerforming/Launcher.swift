// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// A program to start: its command, environment, descriptors and limits.
struct LaunchPlan: Sendable {
    let identifier: String
    let title: String
    /// Distinguishes this start from all others; part of the unit's name.
    let token: String
    let command: Command
    /// Variables to add to the environment that the launcher gives every activity.
    let environment: [(name: String, value: String)]
    /// Path of the perform's private folder.
    let folder: String
    /// Standard input; nil for /dev/null.
    var input: Descriptor?
    /// Standard output; nil to write to the daemon's log, as for `errors`.
    var output: Descriptor?
    var errors: Descriptor?
    /// Whether the command runs through activity-sandbox, which itself reports that the program runs
    /// (sd_notify(3)).
    let isSandboxed: Bool
    /// Whether the limits for background work apply (`Confinement`).
    var isConfined = false
    /// Whether the daemon runs the program for itself. systemd then logs neither start, end nor exit status.
    var isQuestion = false
    /// Whether the program's result is read when it ends; false for activities that hand over.
    let keepsResult: Bool
    /// Records the process on the thread that has spawned it, so that no program runs unrecorded if the
    /// daemon dies; nil if the unit's name is known before the start.
    var record: (@Sendable (SpawnedProcess) -> Void)?

    /// Time that a program has to stop before it is killed, in microseconds.
    static let stopTime: UInt64 = 5_000_000

    var stopTime: UInt64 { isConfined ? Confinement.stopTime : Self.stopTime }
}

extension LaunchPlan {
    private static let reader = "/bin/cat"

    /// Creates the plan of a reader that copies a pipe to the log until its last writer closes it.
    init(reading pipe: Descriptor, named token: String, of identifier: String, folder: String) {
        self.init(
            identifier: identifier, title: "Messages of \(identifier)", token: token,
            command: Command(program: Self.reader), environment: [], folder: folder, input: pipe,
            isSandboxed: false, keepsResult: false)
    }
}

/// Events in the life of a started program; reported in this order, each at most once.
enum LaunchEvent {
    /// The program never ran. Nothing follows.
    case refused(reason: String)
    /// The program runs. An adopted program was looked up, and may have ended meanwhile.
    ///
    /// - Parameter startTime: start time of a process without a unit, to detect a reused process ID.
    case running(unit: String, startTime: Int? = nil)
    /// The main process has ended; other processes of the unit may still run.
    case exited(ProcessEnd)
    /// The main process has ended, or can no longer be observed; how it ended is unknown.
    case lost(reason: String)
    /// No process of the unit runs any more. Nothing follows. The next daemon can query the result until
    /// `forget`.
    case over
}

/// Starts programs and reports their events, through the user's systemd or without it.
protocol Launcher: AnyObject {
    /// The name that the unit will have; nil if it is known only after the start.
    func unit(of identifier: String, token: String) -> String?

    func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void)

    /// Watches a program that an earlier daemon has started.
    func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void)

    /// Asks all processes of a unit to end, and kills the processes that do not.
    ///
    /// - Parameter answer: called with nil, or with the reason if the stop could not be requested.
    func stop(_ unit: String, _ answer: @escaping (String?) -> Void)

    /// Stops reporting on a unit and drops its result. Its processes run on.
    func forget(_ unit: String)

    /// Called when every process has closed the unit's output.
    func outputEnded(_ unit: String)
}
