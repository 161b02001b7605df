// SPDX-License-Identifier: Apache-2.0

import TemplateIcon
import Testing

/// A way to make a good icon faulty, and the rule that must find the fault.
struct Violation: CustomStringConvertible, Sendable {
    let rule: String
    let description: String
    /// Least share of icons in which the rule must find the fault.
    let least: Double
    /// Returns the faulty icon; nil if this icon cannot have the fault.
    let make: @Sendable (Canvas) throws -> Canvas?

    init(
        _ rule: String, _ description: String, least: Double = 0.985,
        _ make: @escaping @Sendable (Canvas) throws -> Canvas?
    ) {
        self.rule = rule
        self.least = least
        self.description = description
        self.make = make
    }

    static let all = shadows + hardShadows + glows + colours + shapes + enlargements + plates

    private static let shadows = [
        (1, 0.4), (1.5, 0.3), (1.5, 0.7), (2, 0.2), (3, 0.3), (4, 0.5), (6, 0.25), (8, 0.15),
    ]
    .flatMap {
        (sigma, strength) in
        [(0, 2), (2, 3), (-1, 4)].map { (dx, dy) in
            Violation("icon-shadow", "shadow, sigma \(sigma), strength \(strength), moved \(dx), \(dy)") {
                $0.shadowed(sigma: sigma, dx: dx, dy: dy, strength: strength)
            }
        }
    }

    private static let hardShadows = [0.2, 0.4, 0.6].flatMap { strength in
        // A shadow this close disappears under thin slanted strokes.
        [(2, 2, 0.985), (0, 3, 0.94), (-2, 3, 0.985), (4, 4, 0.96), (1, 2, 0.88)].map { (dx, dy, least) in
            Violation("icon-shadow", "hard shadow, strength \(strength), moved \(dx), \(dy)", least: least) {
                $0.shadowed(sigma: 0, dx: dx, dy: dy, strength: strength)
            }
        }
    }

    private static let glows =
        [(1.5, 0.5), (2.5, 0.3), (4, 0.6), (7, 0.4)].map { (sigma, strength) in
            // Around bars on the pixel grid, a narrow glow looks like a soft edge three pixels wide.
            Violation(
                "icon-shadow", "glow, sigma \(sigma), strength \(strength)", least: sigma < 2 ? 0.97 : 0.985
            ) {
                $0.shadowed(sigma: sigma, dx: 0, dy: 0, strength: strength)
            }
        } + [
            Violation("icon-shadow", "everything blurred, sigma 2") { $0.blurred(2) },
            Violation("icon-shadow", "white with a glow of black") {
                let glow = $0.shadowed(sigma: 3, dx: 0, dy: 0, strength: 0.6)
                let icon = $0
                return glow.coloured([255, 255, 255]) { x, y in icon.alpha[y * icon.side + x] > 0.9 }
            },
        ]

    private static let colours =
        [
            ("#606060", [0x60, 0x60, 0x60]), ("#808080", [0x80, 0x80, 0x80]),
            ("#c0c0c0", [0xC0, 0xC0, 0xC0]),
            ("red", [0xE0, 0x1B, 0x24]), ("blue", [0x35, 0x84, 0xE4]), ("dark blue", [0x00, 0x00, 0x50]),
            ("brown", [0x50, 0x30, 0x10]), ("yellow", [0xFF, 0xFF, 0x00]),
        ].map { (name: String, colour: [UInt8]) in
            Violation("icon-colour", name) { $0.coloured(colour) }
        } + [
            Violation("icon-colour", "a quarter in orange") { icon in
                let half = icon.side / 2
                let orange = icon.coloured([0xFF, 0x78, 0x00]) { x, y in x >= half && y >= half }
                let isSeen = icon.alpha.indices.contains {
                    $0 % icon.side >= half && $0 / icon.side >= half && icon.alpha[$0] > 0.1
                }
                return isSeen ? orange : nil
            },
            Violation("icon-two-tone", "left half black, right half white") { icon in
                let half = icon.side / 2
                let columns = icon.alpha.indices.filter { icon.alpha[$0] > 0.1 }.map { $0 % icon.side }
                guard columns.contains(where: { $0 < half }), columns.contains(where: { $0 >= half }) else {
                    return nil
                }
                return icon.coloured([255, 255, 255]) { x, _ in x >= half }
            },
            Violation("icon-two-tone", "black on a white plate") { icon in
                guard icon.isDense else { return nil }
                var plate = icon.coloured([255, 255, 255]) { x, y in icon.alpha[y * icon.side + x] < 0.5 }
                plate.alpha = plate.alpha.map { $0 < 0.5 ? 1 : $0 }
                return plate
            },
        ]

    private static let shapes = [
        Violation("icon-aliased", "alpha cut at a half") { icon in
            icon.isRound ? icon.mapped(Canvas.hardened) : nil
        },
        Violation("icon-aliased", "half the size, cut at a half, then doubled") { icon in
            icon.isRound ? try icon.doubledFromHalf() : nil
        },
        Violation("icon-off-centre", "shrunk and moved down") { try $0.shrunk(to: 40).moved(3, 10) },
        Violation("icon-off-centre", "shrunk and moved left") { try $0.shrunk(to: 36).moved(-12, 0) },
        Violation("icon-small", "shrunk to a third") { try $0.shrunk(to: $0.side / 3) },
        Violation("icon-faint", "a quarter of the opacity") { $0.mapped { $0 * 0.25 } },
        Violation("icon-opaque", "a background without alpha") { $0.mapped { _ in 1 } },
        Violation("icon-empty", "transparent") { $0.mapped { _ in 0 } },
        Violation("icon-empty", "nearly transparent") { $0.mapped { $0 * 0.02 } },
        Violation("icon-empty", "a pixel in fifteen as noise") { icon in
            var noise = Canvas(side: icon.side)
            for index in stride(from: 7, to: noise.alpha.count, by: 15) { noise.alpha[index] = 1 }
            return noise
        },
    ]

    /// Small pictures enlarged by repeating their pixels, anti-aliased or not. (16 pixels without
    /// anti-aliasing are left out: at that size many signs consist of bars and squares, which are right as
    /// they are.)
    private static let enlargements = [
        (16, false), (22, false), (32, false), (22, true), (24, true), (32, true),
    ]
    .map { (small, isHard) in
        let kind = isHard ? "cut at a half" : "anti-aliased"
        return Violation("icon-aliased", "\(small) pixels, \(kind), enlarged", least: isHard ? 0.95 : 0.98) {
            $0.isRound ? try $0.enlarged(from: small, isHard: isHard) : nil
        }
    }

    /// The icon cut out of tiles whose corner radius is that fraction of the canvas.
    private static let plates = [0, 0.12, 0.22, 0.44].map { corner in
        Violation("icon-plate", "cut out of a tile, corners \(corner)") { icon in
            icon.tile(margin: 0.06, corner: corner).cut(try icon.shrunk(to: icon.side / 3))
        }
    }
}

extension Canvas {
    /// Whether the icon has slanted or round edges, and enough opaque pixels to survive a cut at half alpha.
    /// Such edges have ten levels of alpha or more; straight edges and dimmed parts have one each.
    var isRound: Bool {
        let seen = alpha.filter { $0 > 0.05 }
        return Set(seen.filter { $0 < 0.95 }).count >= 10 && seen.count { $0 > 0.5 } * 2 >= seen.count
    }

    /// Whether a cut at half alpha leaves anything.
    var isDense: Bool { alpha.contains { $0 > 0.5 } }

    /// 1 from half alpha on, else 0.
    @Sendable static func hardened(_ alpha: Double) -> Double { alpha < 0.5 ? 0 : 1 }

    /// The icon at half size without anti-aliasing, with each pixel doubled.
    func doubledFromHalf() throws -> Canvas {
        let half = try #require(AlphaPlane(bitmap)).resampled(to: side / 2)
        var result = self
        for index in alpha.indices {
            let (x, y) = (index % side / 2, index / side / 2)
            let value = half.values[min(y, half.side - 1) * half.side + min(x, half.side - 1)]
            result.alpha[index] = Self.hardened(Double(value) / 255)
        }
        return result
    }

    /// The icon scaled down to `small` pixels and enlarged again without interpolation.
    func enlarged(from small: Int, isHard: Bool) throws -> Canvas {
        let plane = try #require(AlphaPlane(bitmap)).resampled(to: small)
        var result = self
        for index in alpha.indices {
            let (x, y) = (index % side * small / side, index / side * small / side)
            let value = Double(plane.values[y * small + x]) / 255
            result.alpha[index] = isHard ? Self.hardened(value) : value
        }
        return result
    }

    /// A filled tile with round corners on a canvas of the same size. Lengths are fractions of the side.
    func tile(margin: Double, corner: Double) -> Canvas {
        var result = Canvas(side: side)
        for index in alpha.indices {
            let place = [index % side, index / side].map { abs((Double($0) + 0.5) / Double(side) - 0.5) }
            let beyond = place.map { max(0, $0 - (0.5 - margin - corner)) }
            let distance = (beyond[0] * beyond[0] + beyond[1] * beyond[1]).squareRoot()
            result.alpha[index] = min(1, max(0, (corner - distance) * Double(side) + 0.5))
        }
        return result
    }
}
