// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Consumes a string, from the opening quotation mark to the closing one.
    mutating func string() throws(JSONFault) -> String {
        offset += 1
        let start = offset
        offset = endOfPlain(from: start)
        if next == UInt8(ascii: "\"") {
            defer { offset += 1 }
            return String(
                copying: UTF8Span(unchecked: bytes.span.extracting(start..<offset), isKnownASCII: true))
        }
        // 0xCC is the first byte of U+0300, the first combining mark: most strings need no check for marks.
        var mayHoldMarks = false
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                let text = try text(start..<offset, mayHoldMarks: mayHoldMarks)
                offset += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw fault("a control character in a string must be escaped")
            case 0xCC...:
                mayHoldMarks = true
                offset += 1
            default: offset += 1
            }
        }
        throw fault("a string does not end", at: start - 1)
    }

    /// Offset of the first byte from `start` on that is not ASCII, or is below U+0020, a quotation mark or a
    /// backslash; the text's end if there is none. Examines eight bytes per step.
    func endOfPlain(from start: Int) -> Int {
        bytes.withUnsafeBytes { all in
            var position = start
            while all.count - position >= 8 {
                let word = all.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
                let found = Self.special(word)
                guard found == 0 else { return position + found.trailingZeroBitCount / 8 }
                position += 8
            }
            while position < all.count, Self.special(UInt64(all[position]) | Self.blanks) == 0 {
                position += 1
            }
            return position
        }
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits = ones << 7
    /// Spaces in all bytes but the first.
    private static let blanks = (ones ^ 1) * 0x20

    /// Sets the high bit of the first special byte, and possibly of later bytes (Warren, Hacker's Delight,
    /// 6-1).
    private static func special(_ word: UInt64) -> UInt64 {
        let quote = word ^ (ones * 0x22)
        let backslash = word ^ (ones * 0x5C)
        let low = (word &- ones * 0x20) & ~word
        return (low | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | word) & highBits
    }

    func text(_ range: Range<Int>, mayHoldMarks: Bool = true) throws(JSONFault) -> String {
        try text(bytes.span.extracting(range), at: range.lowerBound, mayHoldMarks: mayHoldMarks)
    }

    private func text(
        _ bytes: Span<UInt8>, at position: Int, mayHoldMarks: Bool = true
    ) throws(JSONFault) -> String {
        let text: String
        do {
            text = String(copying: try UTF8Span(validating: bytes))
        } catch {
            throw fault("a string is not UTF-8", at: position)
        }
        if mayHoldMarks { try checkMarks(text, at: position) }
        return text
    }

    private func checkMarks(_ text: String, at position: Int) throws(JSONFault) {
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = scalar.isCombiningMark ? marks + 1 : 0
            guard marks <= JSON.maximumMarks else {
                throw fault("more than \(JSON.maximumMarks) combining marks in a row", at: position)
            }
        }
    }

    private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
        var plain = Array(bytes[start..<offset])
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                // An escape never completes a truncated UTF-8 sequence before it.
                let text = try text(plain.span, at: start)
                offset += 1
                return text
            case UInt8(ascii: "\\"): plain.append(contentsOf: try escape().utf8)
            case 0..<0x20: throw fault("a control character in a string must be escaped")
            default:
                plain.append(byte)
                offset += 1
            }
        }
        throw fault("a string does not end", at: start - 1)
    }

    private mutating func escape() throws(JSONFault) -> UnicodeScalar {
        let start = offset
        offset += 1
        defer { offset += 1 }
        switch next {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(start)
        default: throw fault("an unknown escape", at: start)
        }
    }

    /// Starts at `u`; ends on the last digit.
    private mutating func unicodeEscape(_ start: Int) throws(JSONFault) -> UnicodeScalar {
        let first = try hexadecimal(start)
        if let scalar = UnicodeScalar(first) { return scalar }
        guard first < 0xDC00, offset + 2 < bytes.count, bytes[offset + 1] == UInt8(ascii: "\\"),
            bytes[offset + 2] == UInt8(ascii: "u")
        else { throw fault("half a surrogate pair", at: start) }
        offset += 2
        let second = try hexadecimal(start)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = UnicodeScalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else { throw fault("half a surrogate pair", at: start) }
        return scalar
    }

    private mutating func hexadecimal(_ start: Int) throws(JSONFault) -> UInt16 {
        guard bytes.count - offset > 4 else {
            throw fault("four hexadecimal digits should follow", at: start)
        }
        var value: UInt16 = 0
        for index in 1...4 {
            guard let digit = Self.hexadecimalDigit(bytes[offset + index]) else {
                throw fault("four hexadecimal digits should follow", at: start)
            }
            value = value << 4 | UInt16(digit)
        }
        offset += 4
        return value
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        let (digit, letter) = (byte &- UInt8(ascii: "0"), (byte | 0x20) &- UInt8(ascii: "a"))
        return digit < 10 ? digit : letter < 6 ? letter + 10 : nil
    }
}
