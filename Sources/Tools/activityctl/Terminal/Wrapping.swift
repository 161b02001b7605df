// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Wraps text at spaces into lines of at most `width` cells, including the indent; nil for one line. A longer
/// word gets a line of its own.
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
