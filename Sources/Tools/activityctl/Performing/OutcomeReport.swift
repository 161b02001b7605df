// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel
import ContentSelection

/// How something that was performed has ended, in words and as an exit status.
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

    /// The outcome as a sentence; nil if all went well: the output says what there is to say.
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

    /// Why, as far as it has said. A whole sentence ends with ours.
    private var remark: String {
        guard var reason = progress.reason, !reason.isEmpty else { return "" }
        if reason.hasSuffix(".") { reason.removeLast() }
        return " (\(printable(reason)))"
    }

    /// The lines on what was made, of which the output says nothing; a file by its path.
    package var made: [String] {
        let printed = Set((progress.output ?? "").split(separator: "\n"))
        return (progress.made ?? []).map { LocalFile(uri: $0.uri)?.name ?? $0.uri }
            .filter { !printed.contains($0[...]) }.map { "Made: \(printable($0))" }
    }

    /// Warnings for the activity's author: what it says it has made and people do not get to see.
    package var warnings: [String] {
        let missing = (progress.made ?? []).compactMap { LocalFile(uri: $0.uri) }.filter { !$0.exists }
        return (progress.faults ?? []).map { printable($0) }
            + missing.map { "It says that it has made \(printable($0.name)), and there is no such file." }
    }

    /// Warnings for the author of a bundle that is tried: paths in its output that lead nowhere.
    package var lost: [String] {
        (progress.output ?? "").split(whereSeparator: \.isNewline)
            .compactMap { $0.hasPrefix("/") ? LocalFile(path: String($0)) : LocalFile(uri: String($0)) }
            .filter { !$0.exists }
            .map {
                "It has printed \(printable($0.name)), and there is no such file. What a sandbox's /tmp holds goes with it: "
                    + "write to a folder that \"writes\" lists."
            }
    }

    /// The activity's error output; nil if the sentence says it all.
    package var errors: String? {
        guard let errors = progress.errors else { return nil }
        // A carriage return and a newline are one character.
        let lines = errors.split { $0 == "\n" || $0 == "\r\n" }
        return lines.isEmpty || lines == [(progress.reason ?? "")[...]]
            ? nil : lines.joined(separator: "\n") + "\n"
    }

    /// Where more is to be found: a process of the daemon's own has no journal.
    package var advice: String? {
        guard progress.result == .failure, progress.unit.hasSuffix(".service") else { return nil }
        return "See \"journalctl --user -u \(Self.quoted(progress.unit))\"."
    }

    /// A unit's name may hold a backslash, which a shell would take away.
    static func quoted(_ unit: String) -> String {
        unit.contains("\\") ? "'\(printable(unit))'" : printable(unit)
    }
}
