// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A text broken between words into lines of at most `width` cells, indentation included; on one line where
/// there is no width. A word that is longer stands on a line of its own.
package func wrapped(_ text: String, width: Int?, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard let width else { return [margin + text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if !line.isEmpty, indent + CellWidth.of(line) + 1 + CellWidth.of(word) > width {
            lines.append(margin + line)
            line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [margin + line]
}
