// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import SheetSession
import TemplateIcon

/// The icons of this checkout, drawn as the daemon's helper draws them.
enum Icons {
    static func png(_ identifier: String, _ appearance: IconAppearance) -> [UInt8]? {
        let folder =
            identifier == Activities.form
            ? "examples/org.example.resize.activity" : "Activities/\(identifier).activity"
        let bytes = Files.bytes(folder + "/icon.svg")
        guard let tint = Tint(appearance.tint) else { return nil }
        let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": bytes])
        return try? FinishedIcon.png(icon, size: appearance.pixels, tint: tint)
    }
}
