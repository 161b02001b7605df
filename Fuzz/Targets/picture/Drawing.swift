// SPDX-License-Identifier: Apache-2.0

@testable import TemplateIcon

/// A picture drawn as a list of shapes. The first byte selects its side, and every eight bytes after it are a
/// shape.
struct Drawing {
    private(set) var bitmap: Bitmap

    private static let sides = [35, 63, 70, 105]

    init(_ bytes: [UInt8]) {
        let side = Self.sides[Int(bytes.first ?? 2) % Self.sides.count]
        bitmap = Bitmap(width: side, height: side, pixels: [UInt8](repeating: 0, count: side * side * 4))
        var rest = bytes.dropFirst()
        while rest.count >= 8 {
            draw(Shape(Array(rest.prefix(8)), side: side))
            rest = rest.dropFirst(8)
        }
    }

    private mutating func draw(_ shape: Shape) {
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let alpha = shape.alpha(x, y)
                guard alpha > 0 else { continue }
                let place = (y * bitmap.width + x) * 4
                for channel in 0..<3 { bitmap.pixels[place + channel] = shape.colour[channel] }
                bitmap.pixels[place + 3] = shape.isOver ? max(bitmap.pixels[place + 3], alpha) : alpha
            }
        }
    }
}

/// A rectangle, an ellipse or a diagonal cross of one colour, with a soft edge.
private struct Shape {
    let colour: [UInt8]
    /// Whether the shape only ever raises the alpha beneath it; otherwise its alpha replaces that.
    let isOver: Bool
    private let kind: UInt8
    private let (x, y): (Double, Double)
    private let (width, height): (Double, Double)
    private let strength: Double
    /// Width of the fading edge, in pixels.
    private let softness: Double

    init(_ bytes: [UInt8], side: Int) {
        let colours: [[UInt8]] = [
            [0, 0, 0], [255, 255, 255], [bytes[5], bytes[5], bytes[5]], [200, 30, bytes[5]],
        ]
        colour = colours[Int(bytes[0] >> 4 & 3)]
        isOver = bytes[0] & 0x80 == 0
        kind = bytes[0] % 3
        let step = Double(side) / 128
        (x, y) = (Double(bytes[1]) * step, Double(bytes[2]) * step)
        (width, height) = (Double(bytes[3]) * step + 0.5, Double(bytes[4]) * step + 0.5)
        strength = Double(bytes[6])
        softness = Double(bytes[7] % 32) / 2 + 0.01
    }

    /// The shape's alpha at the centre of the pixel.
    func alpha(_ column: Int, _ row: Int) -> UInt8 {
        let (dx, dy) = (abs(Double(column) + 0.5 - x), abs(Double(row) + 0.5 - y))
        let inside: Double
        switch kind {
        case 0: inside = min(width / 2 - dx, height / 2 - dy)
        case 1:
            let radius = (4 * dx * dx / (width * width) + 4 * dy * dy / (height * height)).squareRoot()
            inside = (1 - radius) * min(width, height) / 2
        default: inside = width / 2 - abs(dx - dy)
        }
        return UInt8(max(0, min(1, inside / softness + 0.5)) * strength)
    }
}
