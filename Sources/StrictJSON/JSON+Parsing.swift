// SPDX-License-Identifier: Apache-2.0
//
// A strict reader. What RFC 8259 leaves to the implementation is refused here, because two readers that
// disagree about a text are how a check is passed by one value and used with another: a name that comes twice
// in an object, an escaped surrogate without its partner, bytes that are not UTF-8. Comments and trailing
// commas are not JSON. Nesting is bounded, since each level costs stack, and no text of ours nests deeper
// than ten.

extension JSON {
    /// Where and why a text is not JSON.
    package struct SyntaxError: Error, Hashable, CustomStringConvertible {
        /// Bytes from the beginning of the text.
        package let offset: Int
        /// Both from 1; the column counts bytes.
        package let line: Int
        package let column: Int
        package let reason: String

        package var description: String { "line \(line), column \(column): \(reason)" }
    }

    package static let maximumDepth = 128

    /// Combining marks in a row that a string may hold: what the Stream-Safe Text Format allows (UAX #15, section 13).
    /// Comparing and normalising a string costs the square of such a run.
    package static let maximumMarks = 30

    /// Reads exactly one value, with white space around it.
    ///
    /// - Throws: the first fault with its place.
    package init(parsing bytes: [UInt8]) throws(SyntaxError) {
        var reader = Reader(bytes: bytes)
        do {
            self = try reader.document()
        } catch {
            throw reader.located(error)
        }
    }

    package init(parsing text: String) throws(SyntaxError) {
        try self.init(parsing: Array(text.utf8))
    }
}

private struct Fault: Error {
    let offset: Int
    let reason: String
}

private struct Reader {
    let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(Fault) -> JSON {
        skipBlanks()
        let value = try value()
        skipBlanks()
        guard offset == bytes.count else { throw fault("text after the end of the value") }
        return value
    }

    func located(_ fault: Fault) -> JSON.SyntaxError {
        var line = 1
        var lineStart = 0
        for index in 0..<min(fault.offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        return JSON.SyntaxError(
            offset: fault.offset, line: line, column: fault.offset - lineStart + 1, reason: fault.reason)
    }

    private func fault(_ reason: String, at place: Int? = nil) -> Fault {
        Fault(offset: place ?? offset, reason: reason)
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipBlanks() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    private mutating func value() throws(Fault) -> JSON {
        switch next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw fault("the text ends where a value should stand")
        case let byte? where byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10: return try number()
        default: throw fault("a value should stand here")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Fault) -> JSON {
        let count = word.utf8CodeUnitCount
        guard bytes.count - offset >= count else { throw fault("a value should stand here") }
        for index in 0..<count where bytes[offset + index] != word.utf8Start[index] {
            throw fault("a value should stand here")
        }
        offset += count
        return value
    }

    private mutating func enter() throws(Fault) {
        depth += 1
        guard depth <= JSON.maximumDepth else {
            throw fault("nested deeper than \(JSON.maximumDepth) levels")
        }
        offset += 1
        skipBlanks()
    }

    private mutating func leave() {
        depth -= 1
        offset += 1
    }

    private mutating func object() throws(Fault) -> JSON.Object {
        try enter()
        var members: [(name: String, value: JSON)] = []
        var seen: Set<String> = []
        if next == UInt8(ascii: "}") {
            leave()
            return JSON.Object()
        }
        while true {
            let start = offset
            guard next == UInt8(ascii: "\"") else {
                throw fault("a name in quotation marks should stand here")
            }
            let name = try string()
            guard isNew(name, in: members, &seen) else {
                throw fault("the name \"\(name)\" comes twice", at: start)
            }
            skipBlanks()
            guard next == UInt8(ascii: ":") else { throw fault("a colon should follow the name") }
            offset += 1
            skipBlanks()
            members.append((name, try value()))
            guard try another(before: UInt8(ascii: "}")) else { return JSON.Object(members) }
        }
    }

    /// A set from the ninth member on; below, looking through the few is quicker.
    private func isNew(_ name: String, in members: [(name: String, value: JSON)], _ seen: inout Set<String>)
        -> Bool
    {
        guard members.count >= 8 else { return !members.contains { $0.name == name } }
        if seen.isEmpty { seen = Set(members.map(\.name)) }
        return seen.insert(name).inserted
    }

    private mutating func array() throws(Fault) -> [JSON] {
        try enter()
        var elements: [JSON] = []
        if next == UInt8(ascii: "]") {
            leave()
            return elements
        }
        while true {
            elements.append(try value())
            guard try another(before: UInt8(ascii: "]")) else { return elements }
        }
    }

    /// Takes the comma before one more element (true), or the closing bracket (false).
    private mutating func another(before close: UInt8) throws(Fault) -> Bool {
        skipBlanks()
        switch next {
        case UInt8(ascii: ","):
            let comma = offset
            offset += 1
            skipBlanks()
            guard next != close else { throw fault("a comma before the end", at: comma) }
            return true
        case close:
            leave()
            return false
        default:
            throw fault("a comma or \"\(Character(UnicodeScalar(close)))\" should stand here")
        }
    }

    private mutating func number() throws(Fault) -> JSON {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        guard digits() > 0 else { throw fault("a digit should follow the minus sign") }
        guard bytes[first] != UInt8(ascii: "0") || offset == first + 1 else {
            throw fault("a number does not begin with a zero", at: first)
        }
        var whole = true
        if next == UInt8(ascii: ".") {
            whole = false
            offset += 1
            guard digits() > 0 else { throw fault("a digit should follow the decimal point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            whole = false
            offset += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
            guard digits() > 0 else { throw fault("a digit should follow the exponent") }
        }
        if whole, let integer = integer(from: start) { return .integer(integer) }
        guard let number = Double(try text(start..<offset)), number.isFinite else {
            throw fault("the number is too large", at: start)
        }
        return .number(number)
    }

    private mutating func digits() -> Int {
        let start = offset
        while offset < bytes.count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
        return offset - start
    }

    private func integer(from start: Int) -> Int? {
        let negative = bytes[start] == UInt8(ascii: "-")
        var value = 0
        for index in (negative ? start + 1 : start)..<offset {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let digit = Int(bytes[index] - UInt8(ascii: "0"))
            let (sum, carry) = product.subtractingReportingOverflow(digit)
            guard !overflow, !carry else { return nil }
            value = sum
        }
        if negative { return value }
        return value == Int.min ? nil : -value
    }

    private mutating func string() throws(Fault) -> String {
        offset += 1
        let start = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                let text = try text(start..<offset)
                offset += 1
                return text
            case UInt8(ascii: "\\"): return try escapedString(from: start)
            case 0..<0x20: throw fault("a control character in a string must be escaped")
            default: offset += 1
            }
        }
        throw fault("a string does not end", at: start - 1)
    }

    private func text(_ range: Range<Int>) throws(Fault) -> String {
        let text: String
        do {
            text = String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
        } catch {
            throw fault("a string is not UTF-8", at: range.lowerBound)
        }
        try checkMarks(text, at: range.lowerBound)
        return text
    }

    /// No mark comes before U+0300, so that most strings are looked through by their bytes alone.
    private func checkMarks(_ text: String, at place: Int) throws(Fault) {
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return }
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
            guard marks <= JSON.maximumMarks else {
                throw fault("more than \(JSON.maximumMarks) combining marks in a row", at: place)
            }
        }
    }

    private mutating func escapedString(from start: Int) throws(Fault) -> String {
        var result = try text(start..<offset)
        var run = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                result += try text(run..<offset)
                try checkMarks(result, at: start)
                offset += 1
                return result
            case UInt8(ascii: "\\"):
                result += try text(run..<offset)
                result.unicodeScalars.append(try escape())
                run = offset
            case 0..<0x20: throw fault("a control character in a string must be escaped")
            default: offset += 1
            }
        }
        throw fault("a string does not end", at: start - 1)
    }

    private mutating func escape() throws(Fault) -> UnicodeScalar {
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

    /// At `u`; ends on the last digit.
    private mutating func unicodeEscape(_ start: Int) throws(Fault) -> UnicodeScalar {
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

    private mutating func hexadecimal(_ start: Int) throws(Fault) -> UInt16 {
        guard bytes.count - offset > 4 else {
            throw fault("four hexadecimal digits should follow", at: start)
        }
        var value: UInt16 = 0
        for index in 1...4 {
            guard let digit = Character(UnicodeScalar(bytes[offset + index])).hexDigitValue,
                bytes[offset + index] < 0x80
            else { throw fault("four hexadecimal digits should follow", at: start) }
            value = value << 4 | UInt16(digit)
        }
        offset += 4
        return value
    }
}
