// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

enum FailureReason {
    /// Maximum terminal cells of a reason: two or three lines of a sheet.
    static let maximumCells = 200
    /// Maximum scalars to read of a line, since some characters have no width.
    private static let maximumScalars = 1_000

    /// The activity's own status, else the last line of its standard error; nil without either. The line
    /// takes precedence over a status that is only an item's name, which shows progress, and over any status
    /// if some of several runs failed: that status may be another run's.
    static func make(_ progress: Progress, itemNames: [String], errors: [UInt8]) -> String? {
        let status = progress.status
        let isLess = progress.failedRuns != nil || status.map(itemNames.contains) == true
        let text = isLess ? lastLine(errors) ?? status : status ?? lastLine(errors)
        return text.map { text in
            let scalars = String.UnicodeScalarView(text.unicodeScalars.prefix(maximumScalars))
            return cut(printable(JSON.streamSafe(String(scalars))))
        }
    }

    /// The last line that is not blank. A carriage return ends a line too, so that a progress display before
    /// the error is cut off.
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
