// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// A launcher's order: a program, all that the program is given in turn, and what it may touch.
struct LaunchPlan: Sendable {
    let identifier: String
    let title: String
    /// Distinguishes this start from all others; part of the unit's name.
    let token: String
    let command: Command
    /// Added to the environment that the launcher gives every activity.
    let environment: [(name: String, value: String)]
    let folder: String
    /// Nil: nothing to read.
    var input: Descriptor?
    /// Nil, here and of the errors: where messages go.
    var output: Descriptor?
    var errors: Descriptor?
    /// Whether the command is activity-sandbox's, which says itself when the program runs (sd_notify(3)).
    let isSandboxed: Bool
    /// Whether it has the bounds of what works in the background (`Confinement`).
    var isConfined = false
    /// Whether the daemon asks it something. That it knows nothing is an answer, and no line of the journal.
    var isQuestion = false
    /// Whether it is followed until its end, however late that comes.
    let keepsResult: Bool
    /// Writes down what was started where it is known only then; called on the thread that has started it, so that
    /// nothing runs unrecorded, however soon the daemon ends.
    var record: (@Sendable (SpawnedProcess) -> Void)?

    /// How long an activity that was asked to stop may take before it is killed, in microseconds.
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

/// Events in the life of something that was started; reported in this order, each at most once.
enum LaunchEvent {
    /// It never ran. Nothing follows.
    case refused(reason: String)
    /// The program runs; of one that was adopted: it was looked at, and may have ended meanwhile.
    ///
    /// - Parameter startTime: of a process without a unit, by which it is told from a later one.
    case running(unit: String, startTime: Int? = nil)
    /// The program has ended; others of its unit may still run.
    case exited(ProcessEnd)
    /// How it ended cannot be found out any more.
    case lost(reason: String)
    /// Nothing of it runs any more. Nothing follows. The next daemon can ask how it ended until it is forgotten.
    case over
}

/// Starts programs and tells what becomes of them: by the user's systemd, or without.
protocol Launcher: AnyObject {
    /// The name of the unit that a start will become, where that is known before.
    func unit(of identifier: String, token: String) -> String?

    func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void)

    /// Takes up what an earlier daemon has started.
    func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void)

    /// Asks all processes of a unit to end, and kills those that do not.
    ///
    /// - Parameter answer: given the reason where it could not be asked for.
    func stop(_ unit: String, _ answer: @escaping (String?) -> Void)

    /// Reports nothing more of a unit, and needs its result no longer. What runs of it runs on.
    func forget(_ unit: String)

    /// All who held the unit's output have closed it.
    func outputEnded(_ unit: String)
}
