// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import ActivityPolicy

package enum RegistryMessage: Sendable {
    /// A file or folder could not be read or written; the daemon continues. The value is a sentence.
    case problem(String)
    case bundle(Bundle)
    /// A change of the admin's policy: a sentence, the file, and the line in it.
    case policy(String, path: String? = nil, line: Int? = nil)
    case step(String)
}

/// Logs each problem once, until it disappears or changes, and each step if `tellsSteps` says so.
final class RegistryLog {
    /// Maximum problems to log, and to keep for `Status`; only the number of further ones is told.
    private static let maximum = 256
    /// Maximum policy changes to log at once: a file may decide about thousands of activities, and the
    /// journal limits the rate of messages.
    private static let maximumChanges = 32
    private let tellsSteps: () -> Bool
    private let tell: @Sendable (RegistryMessage) -> Void
    private(set) var standing: [String] = []
    private var policy: PolicyReport?

    /// - Parameter tellsSteps: returns whether to log steps; called before each step.
    init(
        tellsSteps: @escaping () -> Bool = { false }, _ tell: @escaping @Sendable (RegistryMessage) -> Void
    ) {
        self.tellsSteps = tellsSteps
        self.tell = tell
    }

    func problem(_ sentence: String) { tell(.problem(sentence)) }

    func report(_ problems: [String]) {
        let (before, others) = (Set(standing), problems.count - Self.maximum)
        standing = Array(problems.prefix(Self.maximum))
        if others > 0 { standing.append("Problems besides these: \(others). Correct these first.") }
        for problem in standing where !before.contains(problem) { tell(.problem(problem)) }
    }

    /// Logs the changes of the admin's policy since the last report; the first report is only recorded.
    func report(_ policy: PolicyReport) {
        defer { self.policy = policy }
        guard let former = self.policy, former != policy else { return }
        let changes = policy.changes(since: former)
        for change in changes.prefix(Self.maximumChanges) {
            let entry = change.entry
            tell(
                .policy(
                    change.sentence, path: entry.path, line: change.isInForce ? entry.line : nil))
        }
        let others = changes.count - Self.maximumChanges
        if others > 0 {
            tell(
                .policy("\(others) more changes of policy. \"activityctl policy\" shows what is in force."))
        }
    }

    /// Logs the bundles whose diagnostics are new.
    func report(_ all: [Bundle], after reported: ReportedBundles) {
        for bundle in reported.new(among: all.filter { !$0.diagnostics.isEmpty }) { tell(.bundle(bundle)) }
    }

    func step(_ sentence: @autoclosure () -> String) {
        if tellsSteps() { tell(.step(sentence())) }
    }

    /// Logs a finished load as steps: the bundles that were read or have disappeared since the load before.
    func loaded(_ load: Load, after previous: Load, _ duration: Duration) {
        guard tellsSteps() else { return }
        let (before, now) = (previous.records, load.records)
        // A bundle without a stamp is read at each scan.
        for (path, record) in now.sorted(by: { $0.key < $1.key })
        where record.stamp == nil || before[path]?.stamp != record.stamp {
            step("\(path) has been read.")
        }
        for path in before.keys.sorted() where now[path] == nil { step("\(path) has gone.") }
        let time = Int(duration / .microseconds(1))
        step("Bundles: \(now.count), icons to judge: \(load.pending.count); looked at in \(time) us.")
    }
}
