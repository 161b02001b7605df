// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// A launcher's order: the program, everything that it is given in turn, and the files that it may touch.
struct LaunchPlan: Sendable {
    let identifier: String
    let title: String
    /// Distinguishes this start from all others; part of the unit's name.
    let token: String
    let command: Command
    /// Variables to add to the environment that the launcher gives every activity.
    let environment: [(name: String, value: String)]
    let folder: String
    /// Standard input; nil for /dev/null.
    var input: Descriptor?
    /// Standard output; nil, as for `errors`, to share the daemon's message log.
    var output: Descriptor?
    var errors: Descriptor?
    /// Whether the command runs through activity-sandbox, which itself reports that the program runs
    /// (sd_notify(3)).
    let isSandboxed: Bool
    /// Whether the limits for background work apply (`Confinement`).
    var isConfined = false
    /// Whether the daemon asks it something. That it knows nothing is an answer, and no line of the journal.
    var isQuestion = false
    /// Whether it is followed until its end, however late that comes.
    let keepsResult: Bool
    /// Records a process's name on the thread that has spawned it, so that nothing runs unrecorded if the
    /// daemon dies. Nil if the unit's name is known beforehand.
    var record: (@Sendable (SpawnedProcess) -> Void)?

    /// Time that an activity has to stop before it is killed, in microseconds.
    static let stopTime: UInt64 = 5_000_000

    var stopTime: UInt64 { isConfined ? Confinement.stopTime : Self.stopTime }
}

extension LaunchPlan {
    private static let reader = "/bin/cat"

    /// A reader that copies a pipe to the journal until its last writer closes it.
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
    /// The result of the program can no longer be found.
    case lost(reason: String)
    /// No process of the unit runs any more. Nothing follows. The next daemon can query the result until
    /// `forget`.
    case over
}

/// Starts programs and reports their events, through the user's systemd or without it.
protocol Launcher: AnyObject {
    /// The name of the unit that a start will become; nil if only the start decides it.
    func unit(of identifier: String, token: String) -> String?

    func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void)

    /// Watches a program that an earlier daemon has started.
    func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void)

    /// Asks all processes of a unit to end, and kills the processes that do not.
    ///
    /// - Parameter answer: called with the reason if the stop could not be requested.
    func stop(_ unit: String, _ answer: @escaping (String?) -> Void)

    /// Stops reporting on a unit and drops its result. Its processes run on.
    func forget(_ unit: String)

    /// Every process has closed the unit's output.
    func outputEnded(_ unit: String)
}
