// SPDX-License-Identifier: Apache-2.0

import TemplateIcon
import Testing

@Suite("What a picture is judged by")
struct PictureTests {
    static let small = Canvas().disc(radius: 20)
    static let disc = Canvas().disc(radius: 26)

    static let good: [(String, Canvas)] = [
        ("a black disc", disc),
        ("a white disc", Canvas(colour: [255, 255, 255]).disc(radius: 26)),
        ("#2e3436, as Adwaita's drawings have it", disc.coloured([0x2E, 0x34, 0x36])),
        ("a ring", disc.mapped { $0 }.cut(Canvas().disc(radius: 20))),
        (
            "a plus on the pixel grid, without partial alpha",
            Canvas().rectangle(31..<39, 10..<60).rectangle(10..<60, 31..<39)
        ),
        (
            "a signal meter with dimmed bars",
            Canvas().rectangle(8..<18, 45..<60).rectangle(22..<32, 33..<60)
                .rectangle(36..<46, 21..<60, opacity: 0.35).rectangle(50..<60, 9..<60, opacity: 0.35)
        ),
        ("a dimmed disc", Canvas().disc(radius: 28, opacity: 0.35)),
        (
            "faint dust of odd colours",
            disc.coloured([200, 30, 30]) { x, y in disc.alpha[y * 70 + x] < 0.03 }
        ),
        ("4 pixels off centre", Canvas().disc(x: 39, radius: 26)),
        (
            "a dimmed disc beside a part of an opaque one",
            Canvas().disc(x: 28, radius: 18).cut(Canvas().disc(x: 42, radius: 21))
                .disc(x: 42, radius: 18, opacity: 0.4)
        ),
        (
            "a ring on a dimmed disc",
            Canvas().disc(radius: 27, opacity: 0.2).disc(radius: 27).cut(
                Canvas().disc(radius: 23, opacity: 0.8))
        ),
        (
            "a clock in a large ring",
            disc.cut(disc).disc(radius: 30).cut(Canvas().disc(radius: 25)).rectangle(33..<37, 18..<37)
        ),
        (
            "two pages, the one behind dimmed",
            Canvas().rectangle(10..<45, 8..<50, opacity: 0.4).rectangle(22..<60, 20..<62)
        ),
        ("a long thin line", Canvas().rectangle(5..<65, 34..<36)),
        (
            "a tile filled by 80 %",
            Canvas().rectangle(5..<65, 5..<65).cut(Canvas().rectangle(20..<47, 20..<47))
        ),
    ]

    @Test("a good icon has no fault", arguments: good)
    func accepted(name: String, canvas: Canvas) {
        #expect(canvas.broken.isEmpty, "\(name)")
    }

    static let bad: [(String, Canvas, [String])] = [
        ("nothing", Canvas(), ["icon-empty"]),
        ("dust of 14 pixels", Canvas().rectangle(30..<37, 34..<36), ["icon-empty"]),
        ("invisible", disc.mapped { $0 * 0.03 }, ["icon-empty"]),
        ("no alpha", disc.mapped { _ in 1 }, ["icon-opaque", "icon-plate"]),
        ("grey #606060", disc.coloured([0x60, 0x60, 0x60]), ["icon-colour"]),
        ("grey #c7c7c7", disc.coloured([0xC7, 0xC7, 0xC7]), ["icon-colour"]),
        ("dark green", disc.coloured([0, 40, 0]), ["icon-colour"]),
        ("one red pixel", disc.coloured([255, 0, 0]) { x, y in x == 35 && y == 35 }, ["icon-colour"]),
        ("black and white", disc.coloured([255, 255, 255]) { x, _ in x < 35 }, ["icon-two-tone"]),
        (
            "a drop shadow", Canvas().disc(radius: 22).shadowed(sigma: 3, dx: 0, dy: 3, strength: 0.4),
            ["icon-shadow"]
        ),
        (
            "a glow", Canvas().disc(radius: 20).shadowed(sigma: 4, dx: 0, dy: 0, strength: 0.5),
            ["icon-shadow"]
        ),
        (
            "a white disc in a black glow",
            small.coloured([255, 255, 255]) { x, y in small.alpha[y * 70 + x] > 0.05 }
                .shadowed(sigma: 4, dx: 0, dy: 0, strength: 0.5), ["icon-two-tone", "icon-shadow"]
        ),
        (
            "a hard shadow", Canvas().disc(radius: 22).shadowed(sigma: 0, dx: 2, dy: 3, strength: 0.4),
            ["icon-shadow"]
        ),
        (
            "a ring of 11 pixels' width, each repeated four times",
            Canvas(side: 16).disc(radius: 5.5).cut(Canvas(side: 16).disc(radius: 3)).repeated(4, margin: 3),
            ["icon-aliased"]
        ),
        ("a hard disc", disc.mapped { $0 < 0.5 ? 0 : 1 }, ["icon-aliased"]),
        ("a hard dimmed disc", disc.mapped { $0 < 0.5 ? 0 : 0.4 }, ["icon-aliased"]),
        ("5 pixels off centre", Canvas().disc(y: 30, radius: 26), ["icon-off-centre"]),
        ("alpha 0.29", disc.mapped { $0 * 0.29 }, ["icon-faint"]),
        ("small", Canvas().disc(radius: 13), ["icon-small"]),
        ("a full disc", Canvas().disc(radius: 30), ["icon-plate"]),
        (
            "a sign in a disc", Canvas().disc(radius: 33).cut(Canvas().rectangle(20..<50, 31..<39)),
            ["icon-plate"]
        ),
        ("a tile", Canvas().rectangle(5..<65, 5..<65), ["icon-plate"]),
        (
            "a grey tile in a corner", Canvas().rectangle(0..<60, 0..<60).coloured([128, 128, 128]),
            ["icon-colour", "icon-off-centre", "icon-plate"]
        ),
    ]

    @Test("every fault that applies is reported, errors first", arguments: bad)
    func refused(name: String, canvas: Canvas, rules: [String]) {
        #expect(canvas.broken == rules, "\(name)")
    }
}

extension Canvas {
    /// The picture without the other shape.
    func cut(_ other: Canvas) -> Canvas {
        var result = self
        for index in alpha.indices { result.alpha[index] *= 1 - other.alpha[index] }
        return result
    }
}
