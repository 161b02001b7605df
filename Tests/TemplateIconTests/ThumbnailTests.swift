// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import Foundation
import StrictJSON
import TemplateIcon
import TestSupport
import Testing

@Suite("Thumbnails")
struct ThumbnailTests {
    private static func thumbnail(
        _ picture: [UInt8], _ pixels: Int = 88, texts: [String: String] = [:]
    ) throws -> Thumbnail {
        try ThumbnailRequest(picture, pixels: pixels, texts: texts).thumbnail()
    }

    private static func svg(_ contents: String, _ attributes: String) -> [UInt8] {
        Array(#"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(contents)</svg>"#.utf8)
    }

    private static func reason(_ picture: [UInt8], texts: [String: String] = [:]) -> String? {
        do {
            _ = try thumbnail(picture, texts: texts)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let red: PNG.Pixel = [255, 0, 0, 255]

    @Test(
        "a picture keeps its proportions and becomes no larger than it is",
        arguments: [
            (200, 100, 88, 44), (100, 200, 44, 88), (88, 88, 88, 88), (30, 20, 30, 20), (600, 1, 88, 1),
            (1, 600, 1, 88), (4096, 4, 88, 1), (89, 88, 88, 87),
        ])
    func size(width: Int, height: Int, newWidth: Int, newHeight: Int) throws {
        let picture = PNG.make(width: width, height: height) { _, _ in Self.red }
        let thumbnail = try Self.thumbnail(picture)
        #expect((thumbnail.width, thumbnail.height) == (newWidth, newHeight))
        let whole = Array(repeatElement(Self.red, count: newWidth * newHeight).joined())
        #expect(thumbnail.pixels == whole)
    }

    @Test("a pixel is the mean of those that it covers, and what is transparent lends it no colour")
    func average() throws {
        let green: PNG.Pixel = [0, 255, 0, 0]
        let stripes = PNG.make(4) { x, y in
            y < 2 ? (x % 2 == 0 ? Self.red : green) : [0, 0, UInt8(x) * 40, 255]
        }
        let thumbnail = try Self.thumbnail(stripes, 2)
        #expect(thumbnail.pixels == [255, 0, 0, 128, 255, 0, 0, 128, 0, 0, 20, 255, 0, 0, 100, 255])
    }

    @Test(
        "a drawing is drawn at the size asked for, at its proportions",
        arguments: [
            (#"viewBox="0 0 20 10""#, 88, 44), (#"width="10" height="20""#, 44, 88),
            (#"viewBox="0 0 2000 1""#, 88, 1),
        ])
    func drawing(attributes: String, width: Int, height: Int) throws {
        let drawing = Self.svg(##"<rect width="99999999" height="100" fill="#ff0000"/>"##, attributes)
        let thumbnail = try Self.thumbnail(drawing)
        #expect((thumbnail.width, thumbnail.height) == (width, height))
        #expect(height == 1 || Array(thumbnail.pixels.prefix(4)) == Self.red)
    }

    @Test(
        "what is no picture, or too large a one, is refused with a reason",
        arguments: [
            (PNG.bomb(20_000), "more than 4096 pixels"), (PNG.bomb(4_097), "more than 4096 pixels"),
            (Array(PNG.make(100) { _, _ in red }.prefix(2_000)), "end"), ([], "no PNG and no SVG"),
            (Array("GIF89a".utf8), "no PNG and no SVG"), (svg("<text>A</text>", ""), "holds text"),
            (svg(#"<image href="file:///etc/passwd"/>"#, ""), "raster image"),
            (svg("", ""), "size"), (svg("", #"viewBox="0 0 0 9""#), "size"),
            (svg("", #"viewBox="0 0 1e999 1""#), ""), (svg("<g", #"viewBox="0 0 9 9""#), ""),
        ])
    func refused(picture: [UInt8], reason: String) throws {
        let found = try #require(Self.reason(picture))
        #expect(reason.isEmpty || found.contains(reason), "\(found)")
    }

    @Test("a PNG says of itself what is asked for, or is refused before it is decoded")
    func texts() {
        let wanted = ["Thumb::URI": "file:///a.png", "Thumb::MTime": "12"]
        let right = PNG.make(
            width: 1, height: 1,
            texts: ["Software": "x", "Thumb::URI": "file:///a.png", "Thumb::MTime": "12"]
        ) { _, _ in Self.red }
        #expect(Self.reason(right, texts: wanted) == nil)
        #expect(Self.reason(right, texts: ["Thumb::MTime": "1"]) == "its Thumb::MTime is not 1")
        #expect(Self.reason(right, texts: ["Thumb::MTime": "12\u{0}"]) != nil)
        #expect(Self.reason(right, texts: ["thumb::uri": "file:///a.png"]) != nil)
        #expect(Self.reason(PNG.make(1) { _, _ in Self.red }, texts: wanted) != nil)
        #expect(Self.reason(Self.svg("", #"viewBox="0 0 9 9""#), texts: wanted) != nil)
        for length in 0..<right.count where length < right.count - 16 {
            #expect(Self.reason(Array(right.prefix(length)), texts: wanted) != nil)
        }
    }

    @Test(
        "a thumbnail's time may have a fraction, its URI may not",
        arguments: [
            ("12.345678", "file:///a", true), ("12.", "file:///a", true), ("1.2", "file:///a", false),
            ("123.4", "file:///a", false), (".12", "file:///a", false), ("12", "file:///a.png", false),
        ])
    func fraction(time: String, uri: String, isTaken: Bool) {
        let picture = PNG.make(width: 1, height: 1, texts: ["Thumb::URI": uri, "Thumb::MTime": time]) {
            _, _ in
            Self.red
        }
        let reason = Self.reason(picture, texts: ["Thumb::URI": "file:///a", "Thumb::MTime": "12"])
        #expect((reason == nil) == isTaken, "\(reason ?? "taken")")
    }

    @Test("the real activity-draw answers with pixels, in a child of each request's own")
    func conversation() throws {
        let draw = try ActivityDraw()
        let picture = PNG.make(100) { x, y in [UInt8(x), UInt8(y), 7, 255] }
        try draw.send(DrawRequest(id: 1, task: .thumbnail(ThumbnailRequest(picture, pixels: 88))))
        #expect(try draw.answer()?.answer == .thumbnail(try Self.thumbnail(picture)))
        try draw.send(DrawRequest(id: 2, task: .thumbnail(ThumbnailRequest(PNG.bomb(20_000), pixels: 88))))
        #expect(try draw.answer()?.answer.sentence.contains("more than 4096 pixels") == true)
        #expect(try draw.end() == (0, ""))
    }

    @Test(
        "an answer is believed in its form only",
        arguments: [
            #"{"width":1,"height":1,"rgba":"AQID"}"#, #"{"width":1,"height":1,"rgba":"AQIDBAUGBwg="}"#,
            #"{"width":0,"height":1,"rgba":""}"#, #"{"width":-1,"height":-1,"rgba":"AQIDBA=="}"#,
            #"{"width":513,"height":0,"rgba":""}"#, #"{"width":1e300,"height":1,"rgba":"AQIDBA=="}"#,
            #"{"width":1,"height":1}"#, "[]",
        ])
    func malformed(answer: String) throws {
        #expect(throws: JSON.Mismatch.self) { _ = try Thumbnail(json: try JSON(parsing: answer)) }
    }
}
