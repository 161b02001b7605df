// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import StrictJSON

/// Runs the libraries' first-use initialisation before the process is sandboxed: GLib's types, cairo's and
/// libpng's tables, the dynamic linker's bindings. Children inherit the result; later they could not read
/// files for it.
package enum WarmStart {
    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g fill-opacity="0.5"><path d="M1 1h9c3 \
        0 4 8 0 9z"/><circle cx="8" cy="8" r="5" style="stroke:#000;fill:none"/></g></svg>
        """

    /// Draws, encodes, decodes and judges a small built-in picture.
    package static func run() throws(IconError) {
        let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": Array(drawing.utf8)])
        _ = IconRules.judge(icon)
        let png = try FinishedIcon.png(icon, size: 70, tint: .black)
        let request = DrawRequest(id: 0, task: .judge(IconFiles(icon: "icon.png", files: ["icon.png": png])))
        _ = request.answer().json.serialized
    }
}
