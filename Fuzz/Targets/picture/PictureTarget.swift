// SPDX-License-Identifier: Apache-2.0
//
// The rules for visible faults of an icon. The fuzzer chooses shapes: by changing single pixels it would only
// produce noise.

import ActivityDrawing
import ActivityModel
import Harness
@testable import TemplateIcon

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let bitmap = Drawing(input(start, count)).bitmap
    guard let picture = Picture(name: "icon.png", bitmap: bitmap) else { return 1 }
    let faults = picture.faults
    for fault in faults { check(fault, bitmap) }
    let mask = picture.alpha.resampled(to: 24)
    expect(mask.side == 24 && mask.values.count == 24 * 24, "the mask is not whole")
    return 0
}

/// Checks that a fault's pixels or box, if it has them, are in the picture.
private func check(_ fault: IconFault, _ bitmap: Bitmap) {
    switch fault.marks {
    case .whole: break
    case .pixels(let places):
        expect(!places.isEmpty, "\(fault.diagnostic.rule) is seen nowhere")
        expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "the places are not ascending")
        expect(places.allSatisfy { (0..<bitmap.width * bitmap.height).contains($0) }, "outside the picture")
    case .box(let box):
        let canvas = 0..<bitmap.width
        expect(box.x == box.x.clamped(to: canvas) && !box.x.isEmpty, "\(box) is not in the picture")
        expect(box.y == box.y.clamped(to: canvas) && !box.y.isEmpty, "\(box) is not in the picture")
    }
}
