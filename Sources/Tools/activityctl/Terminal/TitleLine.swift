// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A title on one line: whole if a sheet can show it whole, possibly shrunk, else truncated as in a sheet.
package func titleLine(_ title: String, asks: Bool = false) -> String {
    let fit = TitleFit.cells(title)
    let shown = fit.truncated ? joined(fit.text, of: title) : title
    return asks && !shown.hasSuffix("…") ? shown + "…" : shown
}

/// Joins the lines of a truncated title, with a space where the title has one.
private func joined(_ text: String, of title: String) -> String {
    let lines = text.split(separator: "\n").map(String.init)
    let beginning = lines.joined()
    return title.hasPrefix(beginning.dropLast()) ? beginning : lines.joined(separator: " ")
}
