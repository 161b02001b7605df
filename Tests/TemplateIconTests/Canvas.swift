// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Foundation
import TemplateIcon
import Testing

/// A square picture made in code: alpha from 0 to 1 and a colour for each pixel.
struct Canvas: CustomStringConvertible, Sendable {
    let side: Int
    var alpha: [Double]
    var colours: [[UInt8]]

    init(side: Int = 70, colour: [UInt8] = [0, 0, 0], alpha: [Double]? = nil) {
        self.side = side
        self.alpha = alpha ?? [Double](repeating: 0, count: side * side)
        colours = [[UInt8]](repeating: colour, count: side * side)
    }

    init(_ bitmap: Bitmap) {
        side = bitmap.width
        alpha = stride(from: 3, to: bitmap.pixels.count, by: 4).map { Double(bitmap.pixels[$0]) / 255 }
        colours = stride(from: 0, to: bitmap.pixels.count, by: 4).map { Array(bitmap.pixels[$0..<$0 + 3]) }
    }

    var bitmap: Bitmap {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side * 4)
        for index in alpha.indices {
            pixels += colours[index]
            pixels.append(UInt8((alpha[index] * 255).rounded()))
        }
        return Bitmap(width: side, height: side, pixels: pixels)
    }

    var description: String { "\(side) x \(side)" }

    var png: [UInt8] { get throws { try bitmap.png() } }

    /// Rules that the canvas breaks as the file icon.png.
    var broken: [String] {
        Picture(name: "icon.png", bitmap: bitmap)?.diagnostics.map(\.rule.rawValue) ?? [
            "not square"
        ]
    }

    /// Adds a disc, whose edge is anti-aliased over one pixel; its default centre is the canvas's.
    func disc(x: Double? = nil, y: Double? = nil, radius: Double, opacity: Double = 1) -> Canvas {
        let (x, y) = (x ?? Double(side) / 2, y ?? Double(side) / 2)
        return filled(opacity) { px, py in
            let distance = ((px - x) * (px - x) + (py - y) * (py - y)).squareRoot()
            return min(1, max(0, radius - distance + 0.5))
        }
    }

    func rectangle(_ x: Range<Int>, _ y: Range<Int>, opacity: Double = 1) -> Canvas {
        filled(opacity) { x.contains(Int($0)) && y.contains(Int($1)) ? 1 : 0 }
    }

    /// Draws a shape over the picture; `coverage` is evaluated at the pixels' centres.
    private func filled(_ opacity: Double, _ coverage: (Double, Double) -> Double) -> Canvas {
        var result = self
        for index in alpha.indices {
            let over = opacity * coverage(Double(index % side) + 0.5, Double(index / side) + 0.5)
            result.alpha[index] = over + alpha[index] * (1 - over)
        }
        return result
    }

    func coloured(_ colour: [UInt8], _ isMeant: (Int, Int) -> Bool = { _, _ in true }) -> Canvas {
        var result = self
        for index in alpha.indices where isMeant(index % side, index / side) {
            result.colours[index] = colour
        }
        return result
    }

    func mapped(_ change: (Double) -> Double) -> Canvas {
        var result = self
        result.alpha = alpha.map(change)
        return result
    }

    /// The shape moved; parts beyond the canvas are lost.
    func moved(_ dx: Int, _ dy: Int) -> Canvas {
        var result = self
        for y in 0..<side {
            for x in 0..<side {
                let (fromX, fromY) = (x - dx, y - dy)
                let isInside = (0..<side).contains(fromX) && (0..<side).contains(fromY)
                result.alpha[y * side + x] = isInside ? alpha[fromY * side + fromX] : 0
            }
        }
        return result
    }

    /// A Gaussian blur with a radius of three times `sigma`, in pixels.
    func blurred(_ sigma: Double) -> Canvas {
        let reach = Int((3 * sigma).rounded(.up))
        let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = raw.reduce(0, +)
        let kernel = raw.map { $0 / sum }
        var result = self
        for (step, limit) in [(1, side), (side, 1)] {
            let source = result.alpha
            for index in source.indices {
                let place = limit == side ? index % side : index / side
                var total = 0.0
                for offset in max(-reach, -place)...min(reach, side - 1 - place) {
                    total += kernel[offset + reach] * source[index + offset * step]
                }
                result.alpha[index] = total
            }
        }
        return result
    }

    /// The picture over a moved copy of itself, which is blurred if `sigma` is positive.
    func shadowed(sigma: Double, dx: Int, dy: Int, strength: Double) -> Canvas {
        let shadow = (sigma > 0 ? blurred(sigma) : self).moved(dx, dy)
        var result = self
        for index in alpha.indices {
            result.alpha[index] = alpha[index] + strength * shadow.alpha[index] * (1 - alpha[index])
        }
        return result
    }

    /// The picture scaled to `inner` pixels, in the middle of a canvas of the same size.
    func shrunk(to inner: Int) throws -> Canvas {
        let plane = try #require(AlphaPlane(bitmap)).resampled(to: inner)
        var result = Canvas(side: side)
        let margin = (side - inner) / 2
        for y in 0..<inner {
            for x in 0..<inner {
                result.alpha[(y + margin) * side + x + margin] = Double(plane.values[y * inner + x]) / 255
            }
        }
        return result
    }

    /// Each pixel repeated `factor` times in both directions, with a transparent margin.
    func repeated(_ factor: Int, margin: Int) -> Canvas {
        var result = Canvas(side: side * factor + 2 * margin)
        for y in 0..<side * factor {
            for x in 0..<side * factor {
                result.alpha[(y + margin) * result.side + x + margin] = alpha[y / factor * side + x / factor]
            }
        }
        return result
    }
}
