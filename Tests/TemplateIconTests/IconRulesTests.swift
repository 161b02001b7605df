// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import TemplateIcon
import Testing

@Suite("Judging the files of an icon")
struct IconRulesTests {
    static func disc(_ side: Int) throws -> [UInt8] {
        try Canvas(side: side).disc(radius: Double(side) * 0.35).png
    }

    private func rules(_ icon: String, _ files: [String: [UInt8]]) -> [String] {
        IconRules.judge(IconFiles(icon: icon, files: files)).map(\.rule.rawValue)
    }

    @Test(
        "the canvas fits the scale in the name",
        arguments: [
            (["icon.png": 70], true), (["icon.png": 63], true), (["icon.png": 77], true),
            (["icon.png": 62], false),
            (["icon.png": 78], false), (["icon.png": 35], false), (["icon.png": 512], false),
            (["icon.png": 70, "icon@1x.png": 35, "icon@3x.png": 105], true),
            (["icon.png": 70, "icon@1x.png": 30], false), (["icon.png": 70, "icon@1x.png": 40], false),
            (["icon.png": 70, "icon@3x.png": 93], false), (["icon.png": 70, "icon@3x.png": 117], false),
            (["icon.png": 70, "icon@3x.png": 94], true), (["icon.png": 70, "icon@3x.png": 116], true),
            (["icon@2x.png": 70], true), (["icon.png": 35, "icon@2x.png": 70], true),
            (["icon.png": 70, "icon@2x.png": 70], true), (["icon.png": 50, "icon@2x.png": 70], false),
        ] as [([String: Int], Bool)])
    func canvas(sides: [String: Int], isGood: Bool) throws {
        let files = try sides.mapValues { try Self.disc($0) }
        #expect(rules("icon.png", files) == (isGood ? [] : ["icon-size"]))
    }

    @Test("an icon named by its scale has siblings too")
    func namedByScale() throws {
        #expect(
            rules("sign@2x.png", ["sign@2x.png": try Self.disc(70), "sign@1x.png": try Self.disc(34)]) == [])
        #expect(
            rules("sign@2x.png", ["sign@2x.png": try Self.disc(70), "sign@3x.png": try Self.disc(34)]) == [
                "icon-size"
            ])
    }

    @Test("an icon that is not there is missing", arguments: [[:], ["icon@3x.png": [1]], ["other.png": [1]]])
    func missing(files: [String: [UInt8]]) {
        #expect(rules("icon.png", files) == ["icon-missing"])
    }

    @Test("a message names the file and says what to do, in numbers")
    func messages() throws {
        let large = IconRules.judge(IconFiles(icon: "icon.png", files: ["icon.png": try Self.disc(400)]))
        #expect(
            large.map(\.message) == [
                "icon.png is 400 x 400 pixels, and an icon for @2x is a square of 63 to 77; "
                    + "pad or scale it to 70 x 70."
            ])
        let wide = Bitmap(width: 70, height: 64, pixels: [UInt8](repeating: 0, count: 70 * 64 * 4))
        let message = IconRules.judge(IconFiles(icon: "i.png", files: ["i.png": try wide.png()])).first?
            .message
        #expect(message?.hasSuffix("pad it with transparent pixels to 70 x 70.") == true)
    }

    @Test("what is no picture cannot be read, and a cut picture neither")
    func unreadable() throws {
        let whole = try Self.disc(70)
        for bytes in [
            [], Array("GIF89a".utf8), Array("<html/>".utf8), Array(whole.dropLast(60)), [0x1F, 0x8B, 8],
        ] {
            #expect(rules("icon.png", ["icon.png": bytes]) == ["icon-unreadable"])
        }
    }

    @Test("every file is judged, and errors come before warnings")
    func everyFile() throws {
        let files = [
            "icon.png": try Canvas().disc(radius: 10).png, "icon@1x.png": try Self.disc(20),
            "icon@3x.png": Array("?".utf8),
        ]
        #expect(rules("icon.png", files) == ["icon-size", "icon-unreadable", "icon-small"])
    }

    @Test("a picture of a billion pixels costs nothing")
    func bomb() throws {
        var bytes = try Self.disc(70)
        bytes.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        let before = Self.peakMemory
        #expect(rules("icon.png", ["icon.png": bytes]) == ["icon-size"])
        // The decoded pixels would need 17 GB.
        #expect(Self.peakMemory - before < 1 << 30)
    }

    /// Peak resident memory of this process, in bytes.
    private static var peakMemory: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss * 1024
    }

    @Test("over 256 KiB, and moving, both said of a picture that is also too large")
    func bytesAndMotion() throws {
        var bytes = try Self.disc(100)
        bytes.insert(contentsOf: PNGChunk.animation, at: 33)
        bytes += [UInt8](repeating: 0, count: 262_144)
        #expect(rules("icon.png", ["icon.png": bytes]) == ["icon-bytes", "icon-animated", "icon-size"])
    }

    @Test("an animated PNG is refused, its pixels are judged all the same")
    func animated() throws {
        var bytes = try Canvas().disc(radius: 10).png
        bytes.insert(contentsOf: PNGChunk.animation, at: 33)
        #expect(rules("icon.png", ["icon.png": bytes]) == ["icon-animated", "icon-small"])
    }
}

/// Chunks of a PNG, written by hand.
enum PNGChunk {
    /// An acTL chunk: two frames, repeated for ever.
    static let animation: [UInt8] = [
        0, 0, 0, 8, 0x61, 0x63, 0x54, 0x4C, 0, 0, 0, 2, 0, 0, 0, 0, 0xF3, 0x8D, 0x93, 0x70,
    ]
}
