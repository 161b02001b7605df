// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Foundation
import TemplateIcon
import Testing

@Suite("The finished icon")
struct FinishedIconTests {
    private static let sizes = [8, 16, 24, 32, 48, 70, 140, 512]

    private func png(_ sides: [Int: Canvas]) throws -> IconFiles {
        let names = [35: "icon@1x.png", 70: "icon.png", 105: "icon@3x.png"]
        var files: [String: [UInt8]] = [:]
        for (side, canvas) in sides { files[names[side] ?? ""] = try canvas.png }
        return IconFiles(icon: "icon.png", files: files)
    }

    @Test("equal requests give equal bytes, and the tint fills the mask whatever the picture's own colour")
    func deterministic() throws {
        let black = try png([70: Canvas().disc(radius: 28)])
        let white = try png([70: Canvas(colour: [255, 255, 255]).disc(radius: 28)])
        let tint = try #require(Tint("#3584e4"))
        let first = try FinishedIcon.png(black, size: 48, tint: tint)
        #expect(try FinishedIcon.png(black, size: 48, tint: tint) == first)
        #expect(try FinishedIcon.png(white, size: 48, tint: tint) == first)
        let bitmap = try Bitmap(png: first)
        #expect((bitmap.width, bitmap.height) == (48, 48))
        #expect(
            Array(bitmap.pixels[(24 * 48 + 24) * 4..<(24 * 48 + 24) * 4 + 4]) == [0x35, 0x84, 0xE4, 0xFF])
        #expect(bitmap.pixels[3] == 0)
    }

    @Test("at its own size a picture keeps every pixel's alpha")
    func unchanged() throws {
        let canvas = Canvas().disc(radius: 28).disc(x: 10, y: 60, radius: 6, opacity: 0.4)
        let mask = try FinishedIcon.mask(try png([70: canvas]), size: 70)
        #expect(mask == AlphaPlane(canvas.bitmap))
    }

    @Test(
        "the source of that very size is taken, else the largest",
        arguments: [(8, 105), (35, 35), (36, 105), (70, 70), (71, 105), (105, 105), (512, 105)])
    func source(size: Int, side: Int) throws {
        // One source is a disc and the others are empty: a picture that is not empty shows which was used.
        var sources = [35: Canvas(side: 35), 70: Canvas(side: 70), 105: Canvas(side: 105)]
        sources[side] = Canvas(side: side).disc(radius: Double(side) * 0.4)
        #expect(try FinishedIcon.mask(try png(sources), size: size).box != nil)
    }

    @Test("a picture keeps its weight at every size", arguments: sizes)
    func weight(size: Int) throws {
        for canvas in [Canvas().disc(radius: 28), Canvas().disc(radius: 28).cut(Canvas().disc(radius: 25))] {
            let mask = try FinishedIcon.mask(try png([70: canvas]), size: size)
            let mean = mask.values.reduce(0.0) { $0 + Double($1) / 255 } / Double(size * size)
            let expected = canvas.alpha.reduce(0, +) / Double(canvas.alpha.count)
            #expect(abs(mean - expected) < 0.03 * expected, "\(mean) for \(expected)")
        }
    }

    @Test("a drawing is rendered as rsvg-convert renders it", arguments: sizes)
    func drawing(size: Int) throws {
        let program = "/usr/bin/rsvg-convert"
        try #require(FileManager.default.isExecutableFile(atPath: program), "install librsvg2-bin")
        for path in try Adwaita.drawings().prefix(10) {
            let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": try Adwaita.bytes(path)])
            let process = try ChildProcess([program, "--width", "\(size)", "--height", "\(size)", path])
            let bytes = try process.readToEnd(process.output)
            let expected = try #require(AlphaPlane(try Bitmap(png: bytes)))
            let drawn = try FinishedIcon.mask(icon, size: size)
            let worst = zip(drawn.values, expected.values).map { abs(Int($0) - Int($1)) }.max()
            #expect(try #require(worst) <= 1, "\(path)")
        }
    }

    @Test("a picture reduced looks like its drawing rendered at that size", arguments: [16, 24, 32, 48])
    func reduced(size: Int) throws {
        for path in try Adwaita.drawings().prefix(10) {
            let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": try Adwaita.bytes(path)])
            let drawn = try FinishedIcon.mask(icon, size: size)
            let reduced = try FinishedIcon.mask(icon, size: 96).resampled(to: size)
            let difference = zip(drawn.values, reduced.values).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(difference) / Double(size * size) < 3, "\(path)")
        }
    }

    @Test("a picture enlarged is as crisp as its drawing rendered at that size", arguments: [96, 140, 512])
    func enlarged(size: Int) throws {
        for path in try Adwaita.drawings().prefix(10) {
            let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": try Adwaita.bytes(path)])
            let drawn = try FinishedIcon.mask(icon, size: size)
            let enlarged = try FinishedIcon.mask(icon, size: 70).resampled(to: size)
            let difference = zip(drawn.values, enlarged.values).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(difference) / Double(size * size) < 4, "\(path)")
        }
    }

    @Test("a dimmed part enlarged is as dim, and what touches the canvas's edge stays whole")
    func enlargedParts() throws {
        let mask = try FinishedIcon.mask(
            try png([70: Canvas().rectangle(0..<30, 0..<70).rectangle(40..<60, 10..<60, opacity: 0.4)]),
            size: 280)
        let row = mask.values[140 * 280..<141 * 280]
        #expect(
            row.prefix(118).allSatisfy { $0 == 255 } && row.dropFirst(122).prefix(36).allSatisfy { $0 == 0 })
        #expect(row.dropFirst(164).prefix(72).allSatisfy { $0 == 102 })
    }

    @Test("what cannot be drawn says why")
    func failures() throws {
        let icon = try png([70: Canvas().disc(radius: 28)])
        for size in [7, 513] {
            #expect(throws: IconError.self) { try FinishedIcon.png(icon, size: size, tint: .black) }
        }
        #expect(throws: IconError.self) {
            try FinishedIcon.png(IconFiles(icon: "icon.png", files: [:]), size: 70, tint: .black)
        }
        for text in ["#12345", "#1234567", "123456", "#12345g", "#+12345", "red", ""] {
            #expect(Tint(text) == nil)
        }
        #expect(Tint("#0a1B2c")?.text == "#0a1b2c")
    }
}
