// SPDX-License-Identifier: Apache-2.0

/// Converts a symbolic icon to a mask: all colours become black. GTK and KDE replace them by the text's
/// colour.
enum SymbolicIcon {
    private static let properties: Set<String> = ["fill", "stroke", "color", "stop-color", "solid-color"]
    /// Markup that a mask may not contain, or that would not become black.
    private static let unfit = [
        "<image", "<text", "<filter", "<script", "<foreignObject", "<animate", "<set", "<!ENTITY", "<feImage",
    ]

    /// Returns the mask; nil if the drawing is larger than 64 KiB or not suitable as a mask.
    static func mask(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count <= 64 << 10, let text = String(validating: bytes, as: UTF8.self),
            !unfit.contains(where: text.contains), let square = Square(of: text)
        else { return nil }
        return Array(blackened(square.withMargin(text)).utf8)
    }

    private struct Square {
        private var x = 0.0
        private var y = 0.0
        private let side: Double
        /// Position of the viewBox's value; nil if there is none, so that the canvas starts at zero.
        private let box: Range<String.Index>?
        private let start: String.Index

        /// The largest grid whose drawings reach its edges, as GNOME's do; Breeze's grids of 22 and more
        /// leave room.
        private static let filledGrid = 16.0
        /// Margin as a fraction of the side, which matches the size of the system activities' icons.
        private static let margin = 0.125

        /// - Returns: nil if the canvas is not square.
        init?(of text: String) {
            guard let open = text.firstRange(of: "<svg") else { return nil }
            start = open.upperBound
            let element = text[open.lowerBound...].prefix { $0 != ">" }
            if let box = SymbolicIcon.attribute("viewBox", of: element) {
                let numbers = box.split { $0 == " " || $0 == "," }.compactMap { Double($0) }
                guard numbers.count == 4, numbers[2] == numbers[3], numbers[2] > 0 else { return nil }
                (x, y, side) = (numbers[0], numbers[1], numbers[2])
                self.box = box.startIndex..<box.endIndex
            } else {
                guard let width = SymbolicIcon.attribute("width", of: element),
                    width == SymbolicIcon.attribute("height", of: element),
                    let side = Double(width.hasSuffix("px") ? width.dropLast(2) : width), side > 0
                else { return nil }
                self.side = side
                box = nil
            }
        }

        func withMargin(_ text: String) -> String {
            guard side <= Self.filledGrid else { return text }
            let room = side * Self.margin
            let wider = "\(x - room) \(y - room) \(side + 2 * room) \(side + 2 * room)"
            guard let box else { return text[..<start] + " viewBox=\"\(wider)\"" + text[start...] }
            return text[..<box.lowerBound] + wider + text[box.upperBound...]
        }
    }

    private static func attribute(_ name: String, of element: Substring) -> Substring? {
        for quote in ["\"", "'"] {
            for blank in [" ", "\n", "\t"] {
                guard let start = element.firstRange(of: blank + name + "=" + quote) else { continue }
                return element[start.upperBound...].prefix { String($0) != quote }
            }
        }
        return nil
    }

    /// Replaces colours in attributes and style sheets alike.
    private static func blackened(_ text: String) -> String {
        var result: [UInt8] = []
        var word: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            result.append(byte)
            if (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "-") {
                word.append(byte)
                continue
            }
            defer { word = [] }
            guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: "="),
                properties.contains(String(decoding: word, as: UTF8.self))
            else { continue }
            let quote = byte == UInt8(ascii: "=") ? rest.popFirst() : nil
            if let quote { result.append(quote) }
            let value = rest.prefix { isPartOfValue($0, quote) }
            rest = rest.dropFirst(value.count)
            result += paint(value)
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isPartOfValue(_ byte: UInt8, _ quote: UInt8?) -> Bool {
        if let quote { return byte != quote }
        return !";}\"'<".utf8.contains(byte)
    }

    private static func paint(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: value.trimmed, as: UTF8.self)
        let isKept = ["none", "transparent", "inherit"].contains(text) || text.hasPrefix("url(")
        return isKept ? Array(value) : Array("#000".utf8)
    }
}
