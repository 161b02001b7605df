// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TemplateIcon
import Testing

@Suite("What the judge points at")
struct FindingTests {
    private func findings(_ files: [String: [UInt8]]) -> [Finding] {
        IconRules.examine(IconFiles(icon: "icon.png", files: files))
    }

    private func marks(_ canvas: Canvas) throws -> [IconFault.Marks] {
        findings(["icon.png": try canvas.png]).flatMap(\.faults).map(\.marks)
    }

    @Test("there is one finding for each file, with its picture, the one of the manifest first")
    func files() throws {
        let disc = Canvas().disc(radius: 26)
        let found = findings(["icon.png": try disc.png, "icon@1x.png": try Canvas(side: 50).png])
        #expect(found.map(\.name) == ["icon.png", "icon@1x.png"])
        #expect(found.map(\.scale) == [.two, .one])
        #expect(found.map { $0.bitmap?.width } == [70, 50])
        #expect(found.map { $0.faults.map(\.diagnostic.rule) } == [[], [.iconSize]])
        #expect(found.first?.box == PixelBox(x: 9..<61, y: 9..<61))
        #expect(try #require(found.first?.box?.centre) == (35, 35))
    }

    @Test("what cannot be decoded has no picture")
    func unreadable() throws {
        #expect(findings([:]).map { $0.faults.map(\.diagnostic.rule) } == [[.iconMissing]])
        #expect(findings(["icon.png": [1]]).map { $0.bitmap == nil } == [true])
    }

    @Test("the coloured pixels are marked, and of two tones the lesser one")
    func colours() throws {
        let bar = Canvas().rectangle(10..<60, 30..<40)
        #expect(
            try marks(bar.coloured([255, 0, 0]) { x, y in y == 30 && x < 12 }) == [.pixels([2110, 2111])])
        #expect(try marks(bar.coloured([255, 255, 255]) { x, y in y == 30 && x == 10 }) == [.pixels([2110])])
    }

    @Test("the pixels that fade out are marked, and those at the steps of an edge")
    func edges() throws {
        let disc = Canvas().disc(radius: 20)
        let glow = try marks(disc.shadowed(sigma: 3, dx: 0, dy: 0, strength: 0.5))
        guard case .pixels(let ramp) = try #require(glow.first) else {
            Issue.record("\(glow)")
            return
        }
        #expect(ramp.allSatisfy { disc.alpha[$0] < 1 } && ramp == Array(Set(ramp)).sorted())
        let hard = disc.mapped { $0 < 0.5 ? 0 : 1 }
        guard case .pixels(let steps) = try #require(try marks(hard).first) else { return }
        #expect(!steps.isEmpty && steps.allSatisfy { hard.alpha[$0] == 1 })
    }

    @Test("where the place is at fault, the box is marked")
    func place() throws {
        #expect(
            try marks(Canvas().rectangle(0..<50, 30..<40)) == [.box(PixelBox(x: 0..<50, y: 30..<40))])
    }
}
