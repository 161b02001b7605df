// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// Why an activity failed, in one line that a sheet can show.
enum FailureReason {
    /// Two or three lines of a sheet.
    static let maximumCells = 200
    /// Maximum scalars to read of a line: some characters have no width.
    private static let maximumScalars = 1_000

    /// The activity's own status, else the last line that it has printed as an error. Such a line goes before a status that
    /// is an item's name, which says how far it has come, and before one of programs that ran at once, of which some failed.
    static func make(_ progress: Progress, itemNames: [String], errors: [UInt8]) -> String? {
        let status = progress.status
        let isLess = progress.failedRuns != nil || status.map(itemNames.contains) == true
        let text = isLess ? lastLine(errors) ?? status : status ?? lastLine(errors)
        return text.map { text in
            let scalars = String.UnicodeScalarView(text.unicodeScalars.prefix(maximumScalars))
            return cut(printable(JSON.streamSafe(String(scalars))))
        }
    }

    /// A carriage return ends a line too: whatever shows its progress so stands before the error then.
    private static func lastLine(_ bytes: [UInt8]) -> String? {
        let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let last = lines.last { line in !line.allSatisfy { $0 <= UInt8(ascii: " ") } }
        return last.map { String(decoding: $0, as: UTF8.self) }
    }

    static func cut(_ text: String) -> String {
        guard CellWidth.of(text) > maximumCells else { return text }
        var cells = 0
        let kept = text.prefix { character in
            cells += CellWidth.of(character)
            return cells < maximumCells
        }
        return kept + "…"
    }
}
