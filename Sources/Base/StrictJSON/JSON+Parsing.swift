// SPDX-License-Identifier: Apache-2.0
//
// A strict parser. It rejects input whose meaning RFC 8259 leaves to the implementation: a duplicate name in
// an object, an escaped surrogate without its partner, invalid UTF-8. If two parsers disagree, a value may be
// checked by one and used differently by the other. Comments and trailing commas are not JSON. Nesting is
// bounded, since each level costs stack; none of our formats nests deeper than ten levels.

extension JSON {
    package struct SyntaxError: Error, Hashable, CustomStringConvertible {
        /// Bytes from the beginning of the text.
        package let offset: Int
        /// 1-based.
        package let line: Int
        /// 1-based, in bytes.
        package let column: Int
        package let reason: String
        /// A suggested fix, as a sentence; nil if the reason implies it.
        package let remedy: String?

        package var description: String { "line \(line), column \(column): \(reason)" }
    }

    package static let maximumDepth = 128

    /// Maximum combining marks in a row in a string: the limit of the Stream-Safe Text Format (UAX #15,
    /// section 13). Comparing and normalising a string is quadratic in the length of such a run.
    package static let maximumMarks = 30

    /// Parses exactly one value, with white space around it.
    ///
    /// - Parameter effort: maximum cost of parsing: one for each value, more for containers and names.
    /// - Throws: the first error, with its position.
    package init(parsing bytes: [UInt8], effort: Int = .max) throws(SyntaxError) {
        var reader = JSONReader(bytes: bytes, effort: effort)
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

/// An error with an offset; line and column are computed on demand.
package struct JSONFault: Error {
    let offset: Int
    let reason: String
}

/// A single-pass, non-recovering JSON parser.
package struct JSONReader {
    package let bytes: [UInt8]
    var offset = 0
    private var depth = 0
    /// Remaining budget. Parsing cost does not depend on length alone:
    ///
    /// - a value costs one;
    /// - an array, an object, and an array element that is not an object cost one more;
    /// - a member name costs one, or eight from the ninth member on; names that repeat those of the array's
    ///   first object, in order, are free.
    private var effort: Int

    package init(bytes: [UInt8], effort: Int = .max) {
        self.bytes = bytes
        self.effort = effort
    }

    private mutating func spend(_ cost: Int) throws(JSONFault) {
        effort -= cost
        guard effort >= 0 else { throw fault("more values than are taken in one text") }
    }

    mutating func document() throws(JSONFault) -> JSON {
        if bytes.starts(with: Self.byteOrderMark) { throw fault("it begins with a byte order mark") }
        skipBlanks()
        let value = try value()
        try end()
        return value
    }

    /// - Throws: if anything but white space follows.
    package mutating func end() throws(JSONFault) {
        skipBlanks()
        guard offset == bytes.count else { throw fault("text after the end of the value") }
    }

    func located(_ fault: JSONFault) -> JSON.SyntaxError {
        var line = 1
        var lineStart = 0
        for index in 0..<min(fault.offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
            line += 1
            lineStart = index + 1
        }
        return JSON.SyntaxError(
            offset: fault.offset, line: line, column: fault.offset - lineStart + 1, reason: fault.reason,
            remedy: remedy(at: fault.offset))
    }

    func fault(_ reason: String, at position: Int? = nil) -> JSONFault {
        JSONFault(offset: position ?? offset, reason: reason)
    }

    package var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    @inline(__always)
    mutating func skipBlanks() {
        while offset < bytes.count, bytes[offset] <= 0x20, Self.isBlank(bytes[offset]) { offset += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    package mutating func value() throws(JSONFault) -> JSON {
        try spend(1)
        switch next {
        case UInt8(ascii: "{"):
            var shape = ObjectShape()
            return .object(try object(&shape))
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw fault("the text ends where a value is expected")
        case let byte? where byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10: return try number()
        default: throw fault("a value is expected here")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONFault) -> JSON {
        let count = word.utf8CodeUnitCount
        guard bytes.count - offset >= count else { throw fault("a value is expected here") }
        for index in 0..<count where bytes[offset + index] != word.utf8Start[index] {
            throw fault("a value is expected here")
        }
        offset += count
        return value
    }

    mutating func enter() throws(JSONFault) {
        try spend(1)
        depth += 1
        guard depth <= JSON.maximumDepth else {
            throw fault("nested deeper than \(JSON.maximumDepth) levels")
        }
        offset += 1
        skipBlanks()
    }

    mutating func leave() {
        depth -= 1
        offset += 1
    }

    private mutating func object(_ shape: inout ObjectShape) throws(JSONFault) -> JSON.Object {
        try enter()
        if next == UInt8(ascii: "}") {
            leave()
            return JSON.Object()
        }
        var members: [(name: String, value: JSON)] = []
        // Most objects have a few members. Without a reservation, the growing array would move the first four
        // members twice.
        members.reserveCapacity(max(4, shape.count))
        var seen: Set<ExactText> = []
        var isLikeShape = true
        repeat {
            let known = isLikeShape ? shape.name(members.count, in: bytes, at: offset) : nil
            isLikeShape = known != nil
            let name: String
            if let known {
                name = known.name
                offset += known.range.count
            } else {
                name = try newName(members, &seen, &shape)
            }
            skipBlanks()
            guard next == UInt8(ascii: ":") else { throw fault("a colon should follow the name") }
            offset += 1
            skipBlanks()
            members.append((name, try value()))
        } while try another(before: UInt8(ascii: "}"))
        shape.isWhole = true
        return JSON.Object(members)
    }

    private mutating func newName(
        _ members: [(name: String, value: JSON)], _ seen: inout Set<ExactText>, _ shape: inout ObjectShape
    ) throws(JSONFault) -> String {
        try spend(members.count < 8 ? 1 : 8)
        let start = offset
        guard next == UInt8(ascii: "\"") else { throw fault("a name in quotation marks is expected here") }
        let name = try string()
        guard isNew(name, in: members, &seen) else {
            throw fault("the name \"\(name)\" comes twice", at: start)
        }
        if !shape.isWhole { shape.append(name, start..<offset) }
        return name
    }

    /// Uses a set from the ninth member on; with fewer, a linear search is faster.
    private func isNew(
        _ name: String, in members: [(name: String, value: JSON)], _ seen: inout Set<ExactText>
    ) -> Bool {
        guard members.count >= 8 else { return !members.contains { $0.name.isExactly(name) } }
        if seen.isEmpty { seen = Set(members.map { ExactText($0.name) }) }
        return seen.insert(ExactText(name)).inserted
    }

    private mutating func array() throws(JSONFault) -> [JSON] {
        try enter()
        var elements: [JSON] = []
        if next == UInt8(ascii: "]") {
            leave()
            return elements
        }
        var shape = ObjectShape()
        repeat {
            try spend(1)
            elements.append(next == UInt8(ascii: "{") ? .object(try object(&shape)) : try value())
        } while try another(before: UInt8(ascii: "]"))
        return elements
    }

    /// Consumes the comma before another element (true), or the closing bracket (false).
    package mutating func another(before close: UInt8) throws(JSONFault) -> Bool {
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
            throw fault("a comma or \"\(Character(UnicodeScalar(close)))\" is expected here")
        }
    }

    private mutating func number() throws(JSONFault) -> JSON {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        let (count, magnitude) = digits()
        guard count > 0 else { throw fault("a digit should follow the minus sign") }
        guard bytes[first] != UInt8(ascii: "0") || offset == first + 1 else {
            throw fault("leading zeros are not allowed", at: first)
        }
        var whole = true
        if next == UInt8(ascii: ".") {
            whole = false
            offset += 1
            guard digits().count > 0 else { throw fault("a digit should follow the decimal point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            whole = false
            offset += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
            guard digits().count > 0 else { throw fault("expected a digit in the exponent") }
        }
        if whole, let magnitude, let integer = Self.integer(magnitude, isNegative: first > start) {
            return .integer(integer)
        }
        guard let number = Double(try text(start..<offset)), number.isFinite else {
            throw fault("the number is too large", at: start)
        }
        return .number(number)
    }

    /// Consumes digits; returns their number, and their value if it fits 64 bits.
    private mutating func digits() -> (count: Int, value: UInt?) {
        let start = offset
        var value: UInt = 0
        var fits = true
        while offset < bytes.count {
            let digit = bytes[offset] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt(digit))
            fits = fits && !overflow && !carry
            value = sum
            offset += 1
        }
        return (offset - start, fits ? value : nil)
    }

    private static func integer(_ magnitude: UInt, isNegative: Bool) -> Int? {
        guard isNegative else { return Int(exactly: magnitude) }
        return magnitude <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- magnitude) : nil
    }
}
