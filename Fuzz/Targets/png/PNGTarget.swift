// SPDX-License-Identifier: Apache-2.0
//
// A PNG as an icon, which is judged and then drawn as clients show it, and as the source of a thumbnail.
// PNGRepair corrects the checksums first.

import ActivityDrawing
import ActivityModel
import Harness
@testable import TemplateIcon

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let bytes = PNGRepair(input(start, count)).bytes
    let icon = IconFiles(icon: "icon.png", files: ["icon.png": bytes])
    let findings = IconRules.examine(icon)
    expect(findings.count == 1, "one file, \(findings.count) findings")
    let faults = findings.flatMap(\.faults).map(\.diagnostic)
    expect(faults == faults.errorsFirst, "a warning comes before an error")
    if let bitmap = findings.first?.bitmap { check(bitmap, bytes) }
    if !faults.hasErrors { checkDrawing(icon) }
    checkThumbnail(bytes)
    return 0
}

private func check(_ bitmap: Bitmap, _ bytes: [UInt8]) {
    expect(bitmap.pixels.count == bitmap.width * bitmap.height * 4, "the picture is not whole")
    expect(max(bitmap.width, bitmap.height) <= IconRules.maximumSide, "so large a picture was decoded")
    let announced = PNGHeader(bytes)
    expect(announced?.width == bitmap.width && announced?.height == bitmap.height, "the size was another")
    guard bitmap.width <= 32 else { return }
    let again = (try? bitmap.png()).flatMap { try? Bitmap(png: $0) }
    expect(again == bitmap, "the picture changes when it is encoded and decoded")
}

private func checkThumbnail(_ bytes: [UInt8]) {
    _ = PNGHeader.texts(bytes, include: "Thumb::URI", "file:///a")
    guard let size = PNGHeader(bytes), max(size.width, size.height) <= IconRules.maximumSide,
        let small = try? ThumbnailRequest(bytes, pixels: 24).thumbnail()
    else { return }
    expect(max(small.width, small.height) <= 24 && min(small.width, small.height) > 0, "it does not fit")
    expect(small.pixels.count == small.width * small.height * 4, "the thumbnail is not whole")
}

/// Checks that an accepted icon is drawn at the requested size.
private func checkDrawing(_ icon: IconFiles) {
    let png = try? FinishedIcon.png(icon, size: 32, tint: .black)
    let size = png.flatMap { PNGHeader($0) }
    expect(size?.width == 32 && size?.height == 32, "an icon without fault cannot be drawn")
}
