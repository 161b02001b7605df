// SPDX-License-Identifier: Apache-2.0
//
// An SVG as an icon, which is judged and then drawn as clients show it. A crash of librsvg counts here,
// although the daemon would survive it: there, a child of activity-draw does the drawing.

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
