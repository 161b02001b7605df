// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel
import ContentSelection

/// A perform's outcome, in words and as an exit status.
package struct OutcomeReport {
    package let progress: Sheet.Progress

    package init(_ progress: Sheet.Progress) {
        self.progress = progress
    }

    package var status: Int32 {
        switch progress.result {
        case .success: 0
        case .cancelled: Interrupts.status
        case .failure, nil: 1
        }
    }

    /// The outcome as a sentence; nil on success, which the output shows.
    package var sentence: String? {
        switch progress.result {
        case .success: nil
        case .cancelled: "It was cancelled."
        case .failure, nil: cause + remark + "."
        }
    }

    private var cause: String {
        if let runs = progress.runs { return "\(runs.failed) of \(runs.all) failed" }
        if let signal = progress.signal { return "It was ended by \(printable(signal))" }
        return progress.exitStatus.map { "It failed with exit status \($0)" } ?? "It failed"
    }

    /// The activity's reason, in parentheses. The outer sentence ends with our full stop.
    private var remark: String {
        guard var reason = progress.reason, !reason.isEmpty else { return "" }
        if reason.hasSuffix(".") { reason.removeLast() }
        return " (\(printable(reason)))"
    }

    /// Lines about results that the output does not mention; files as paths.
    package var made: [String] {
        let printed = Set((progress.output ?? "").split(separator: "\n"))
        return (progress.made ?? []).map { LocalFile(uri: $0.uri)?.name ?? $0.uri }
            .filter { !printed.contains($0[...]) }.map { "Made: \(printable($0))" }
    }

    /// Warnings for the activity's author: faulty reports, and reported files that do not exist.
    package var warnings: [String] {
        let missing = (progress.made ?? []).compactMap { LocalFile(uri: $0.uri) }.filter { !$0.exists }
        return (progress.faults ?? []).map { printable($0) }
            + missing.map { "It says that it has made \(printable($0.name)), and there is no such file." }
    }

    /// Warnings for the author of a bundle in a trial: printed paths and file URIs that do not exist.
    package var lost: [String] {
        (progress.output ?? "").split(whereSeparator: \.isNewline)
            .compactMap { $0.hasPrefix("/") ? LocalFile(path: String($0)) : LocalFile(uri: String($0)) }
            .filter { !$0.exists }
            .map {
                "It has printed \(printable($0.name)), and there is no such file. What a sandbox's /tmp "
                    + "holds goes with it: write to a folder that \"writes\" lists."
            }
    }

    /// The activity's standard error, with a final newline; nil if it is empty or the sentence already
    /// contains it.
    package var errors: String? {
        guard let errors = progress.errors else { return nil }
        // "\r\n" is a single Character.
        let lines = errors.split { $0 == "\n" || $0 == "\r\n" }
        return lines.isEmpty || lines == [(progress.reason ?? "")[...]]
            ? nil : lines.joined(separator: "\n") + "\n"
    }

    /// A hint at the journal after a failure; nil otherwise, and for a process of the daemon's own, which has
    /// no unit there.
    package var advice: String? {
        guard progress.result == .failure, progress.unit.hasSuffix(".service") else { return nil }
        return "See \"journalctl --user -u \(Self.quoted(progress.unit))\"."
    }

    /// Quotes a unit's name for the shell: it may contain backslashes.
    static func quoted(_ unit: String) -> String {
        unit.contains("\\") ? "'\(printable(unit))'" : printable(unit)
    }
}
