// SPDX-License-Identifier: Apache-2.0
//
// An SVG as an icon: judged, and drawn as a client shows it. What would break librsvg breaks here too, though only
// activity-draw's child draws there.

import ActivityDrawing
import ActivityModel
import Harness
@testable import TemplateIcon

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let bytes = input(start, count)
    let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": bytes])
    let findings = IconRules.examine(icon)
    let faults = findings.flatMap(\.faults).map(\.diagnostic)
    expect(faults == faults.errorsFirst, "a warning comes before an error")
    if let bitmap = findings.first?.bitmap, PNGHeader(bytes) == nil {
        let side = IconScale.two.ideal
        expect(bitmap.width == side && bitmap.height == side, "the drawing is judged at another size")
        expect(bitmap.pixels.count == side * side * 4, "the picture is not whole")
    }
    if !faults.hasErrors {
        expect((try? FinishedIcon.png(icon, size: 32, tint: .black)) != nil, "what is accepted is not drawn")
    }
    return 0
}
