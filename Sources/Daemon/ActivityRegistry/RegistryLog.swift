// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import ActivityPolicy

/// Messages of the registry to the journal.
package enum RegistryMessage: Sendable {
    /// Something could not be read or written, and stops nothing: a sentence.
    case problem(String)
    /// A bundle with diagnostics.
    case bundle(Bundle)
    /// The admin's policy has changed: a sentence, the file, and the line in it.
    case policy(String, path: String? = nil, line: Int? = nil)
    /// A step of a load, for those who debug: a sentence.
    case step(String)
}

/// Reports each fault once, until it has gone or changed, and each step if asked to.
final class RegistryLog {
    /// The most that are kept: `Status` names them all.
    private static let maximum = 256
    /// A file may decide about thousands of activities, and the journal takes so many messages at a time and no more.
    private static let maximumChanges = 32
    private let tellsSteps: () -> Bool
    private let tell: @Sendable (RegistryMessage) -> Void
    /// The problems of the last look.
    private(set) var standing: [String] = []
    private var policy: PolicyReport?

    /// - Parameter tellsSteps: asked before each step.
    init(
        tellsSteps: @escaping () -> Bool = { false }, _ tell: @escaping @Sendable (RegistryMessage) -> Void
    ) {
        self.tellsSteps = tellsSteps
        self.tell = tell
    }

    func problem(_ sentence: String) { tell(.problem(sentence)) }

    /// Reports the new ones among all present problems.
    func report(_ problems: [String]) {
        let before = Set(standing)
        for problem in problems where !before.contains(problem) { tell(.problem(problem)) }
        standing = Array(problems.prefix(Self.maximum))
    }

    /// Reports what has changed in the admin's policy since it was reported last; at first, nothing.
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

    /// Reports the bundles whose diagnostics are new, among all present bundles.
    func report(_ all: [Bundle], after reported: ReportedBundles) {
        for bundle in reported.new(among: all.filter { !$0.diagnostics.isEmpty }) { tell(.bundle(bundle)) }
    }

    func step(_ sentence: @autoclosure () -> String) {
        if tellsSteps() { tell(.step(sentence())) }
    }

    /// Reports a finished load: what it has read that the one before had not.
    func loaded(_ load: Load, after previous: Load, _ duration: Duration) {
        guard tellsSteps() else { return }
        let (before, now) = (previous.records, load.records)
        // What has no stamp yet is read at each look.
        for (path, record) in now.sorted(by: { $0.key < $1.key })
        where record.stamp == nil || before[path]?.stamp != record.stamp {
            step("\(path) has been read.")
        }
        for path in before.keys.sorted() where now[path] == nil { step("\(path) has gone.") }
        let time = Int(duration / .microseconds(1))
        step("Bundles: \(now.count), icons to judge: \(load.pending.count); looked at in \(time) us.")
    }
}
