// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing

extension Finding {
    /// The finding for an author; without the picture if it cannot be encoded.
    var examined: ExaminedFile {
        var file = ExaminedFile(name: name, scale: scale.rawValue, faults: faults.map(examined))
        if let bitmap, let png = try? bitmap.png() {
            file.picture = ExaminedFile.Picture(width: bitmap.width, height: bitmap.height, png: png)
        }
        file.box = box?.examined
        return file
    }

    private func examined(_ fault: IconFault) -> ExaminedFile.Fault {
        switch fault.marks {
        case .whole: ExaminedFile.Fault(diagnostic: fault.diagnostic)
        case .box(let box): ExaminedFile.Fault(diagnostic: fault.diagnostic, box: box.examined)
        case .pixels(let pixels): ExaminedFile.Fault(diagnostic: fault.diagnostic, pixels: mask(pixels))
        }
    }

    /// A PNG of the picture's size, opaque at the marked pixels.
    private func mask(_ pixels: [Int]) -> [UInt8]? {
        guard let bitmap else { return nil }
        var mask = Bitmap(
            width: bitmap.width, height: bitmap.height,
            pixels: [UInt8](repeating: 0, count: bitmap.pixels.count))
        for pixel in pixels { mask.pixels[4 * pixel + 3] = 255 }
        return try? mask.png()
    }
}

extension PixelBox {
    fileprivate var examined: ExaminedFile.Box {
        ExaminedFile.Box(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }
}
