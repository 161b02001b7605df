// SPDX-License-Identifier: Apache-2.0
//
// An SVG is a program of sorts, and many of its possible elements have no place in a template icon. This scan
// finds the names of the elements in the text before librsvg sees it:
//
//  - animate, animateTransform, animateMotion, animateColor, set, and CSS animations (@keyframes): the icon
//    moves. librsvg would silently draw the first frame.
//  - text: drawn with the fonts of the machine, so a bundle would look different on each machine. The drawing
//    process has no fonts, since it cannot open a file.
//  - image and feImage: a raster inside the drawing, or a link to one. It does not scale, and needs another
//    decoder that could be attacked.
//  - foreignObject and script: other languages, which librsvg does not draw.
//
// The scan helps the author, by naming the element to change; security does not depend on it. An author who
// hides an element behind an entity gains nothing: the drawing has no base address, so librsvg loads nothing
// outside it; it is drawn once, without access to files or sockets; and time and memory are bounded
// (DecoderSandbox.swift).
//
// Compressed drawings (svgz) and UTF-16 are rejected, because the scan cannot read their text.

/// The names of the elements in an SVG's text, without prefixes, comments and CDATA sections.
struct SVGContents {
    private(set) var elements: Set<String> = []
    private(set) var hasKeyframes = false

    /// Scans a drawing; nil unless the text begins like XML, in an ASCII-compatible encoding and without NUL.
    init?(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: mark) ? mark.count : 0
        let first = bytes[start...].first { !Self.isBlank($0) }
        guard first == UInt8(ascii: "<"), !bytes.contains(0) else { return nil }
        scan(bytes)
    }

    private mutating func scan(_ bytes: [UInt8]) {
        var offset = 0
        while let open = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
            offset = open + 1
            if let end = Self.skip(bytes, from: offset, "!--", to: "-->") {
                offset = end
            } else if let end = Self.skip(bytes, from: offset, "![CDATA[", to: "]]>") {
                noteStyle(bytes[offset..<end])
                offset = end
            } else {
                let name = bytes[offset...].prefix { Self.isName($0) }
                elements.insert(Self.localName(name))
                let next = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                if name.last == UInt8(ascii: "e") { noteStyle(bytes[offset..<next]) }
            }
        }
    }

    private mutating func noteStyle(_ text: ArraySlice<UInt8>) {
        if Self.find("@keyframes", in: text) != nil || Self.find("@-webkit-keyframes", in: text) != nil {
            hasKeyframes = true
        }
    }

    /// The end of a section that begins with `opening` at `offset`; nil if none begins there.
    private static func skip(
        _ bytes: [UInt8], from offset: Int, _ opening: String, to closing: String
    ) -> Int? {
        guard bytes[offset...].starts(with: opening.utf8) else { return nil }
        return find(closing, in: bytes[offset...]) ?? bytes.count
    }

    /// The index after the first occurrence of a word; nil if there is none.
    private static func find(_ word: String, in text: ArraySlice<UInt8>) -> Int? {
        let word = Array(word.utf8)
        guard let first = word.first else { return nil }
        var rest = text
        while let index = rest.firstIndex(of: first) {
            if rest[index...].starts(with: word) { return index + word.count }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    private static func localName(_ name: ArraySlice<UInt8>) -> String {
        let afterPrefix = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last
        return String(decoding: afterPrefix ?? [], as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isName(_ byte: UInt8) -> Bool {
        !isBlank(byte) && byte != UInt8(ascii: "/") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "<")
    }
}

extension SVGContents {
    private static let moving: Set = ["animate", "animateTransform", "animateMotion", "animateColor", "set"]

    /// Description of the animated part of the drawing; nil if there is none.
    var motion: String? {
        if let element = elements.intersection(Self.moving).min() { return "the element <\(element)>" }
        return hasKeyframes ? "the style rule @keyframes" : nil
    }

    /// Description of the first part that cannot be drawn, with the remedy; nil if there is none.
    var obstacle: String? {
        if elements.contains("text") {
            return "holds text, which looks different on every machine; convert the text to paths"
        }
        if !elements.isDisjoint(with: ["image", "feImage"]) {
            return "holds a raster image, which is not drawn; trace it to paths, or ship the icon as PNG"
        }
        if let element = elements.intersection(["foreignObject", "script"]).min() {
            return "holds the element <\(element)>, which is not drawn; remove it"
        }
        return nil
    }
}
