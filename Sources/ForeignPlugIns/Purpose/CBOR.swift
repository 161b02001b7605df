// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Concise Binary Object Representation (RFC 8949), as far as Qt writes JSON with it.
enum CBOR {
    /// A value as Qt's QCborValue::fromJsonValue() has it.
    static func encoded(_ value: JSON) -> [UInt8] {
        switch value {
        case .null: return [0xF6]
        case .bool(let flag): return [flag ? 0xF5 : 0xF4]
        case .integer(let number): return number < 0 ? head(1, ~number) : head(0, number)
        case .number(let number): return [0xFB] + bytes(number.bitPattern)
        case .string(let text): return head(3, text.utf8.count) + text.utf8
        case .array(let list): return head(4, list.count) + list.flatMap(encoded)
        case .object(let object):
            return head(5, object.members.count)
                + object.members.flatMap { encoded(.string($0.name)) + encoded($0.value) }
        }
    }

    private static func head(_ major: UInt8, _ count: Int) -> [UInt8] {
        let first = major << 5
        switch count {
        case ..<24: return [first | UInt8(count)]
        case ..<256: return [first | 24, UInt8(count)]
        case ..<65_536: return [first | 25] + bytes(UInt16(count))
        case ..<4_294_967_296: return [first | 26] + bytes(UInt32(count))
        default: return [first | 27] + bytes(UInt64(count))
        }
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// The first value in the bytes. Keys that are numbers become their digits.
    ///
    /// - Returns: nil for what is cut short, nested deeper than 32, or no JSON.
    static func decode(_ bytes: ArraySlice<UInt8>) -> JSON? {
        var reader = Reader(rest: bytes)
        return reader.value(depth: 0)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func value(depth: Int) -> JSON? {
            guard depth < 32, let first = rest.popFirst() else { return nil }
            let minor = first & 31
            switch first >> 5 {
            case 0: return number(minor).map { .integer($0) }
            case 1: return number(minor).map { .integer(~$0) }
            case 3: return text(minor).map { .string($0) }
            case 4: return list(minor, depth)
            case 5: return map(minor, depth)
            case 6:
                guard number(minor) != nil else { return nil }
                return value(depth: depth + 1)
            case 7: return simple(minor)
            default: return nil
            }
        }

        private mutating func number(_ minor: UInt8) -> Int? {
            guard minor >= 24 else { return Int(minor) }
            guard minor <= 27 else { return nil }
            let length = 1 << Int(minor - 24)
            guard rest.count >= length else { return nil }
            let number = rest.prefix(length).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(length)
            return Int(exactly: number)
        }

        private mutating func text(_ minor: UInt8) -> String? {
            guard let count = number(minor), count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return String(decoding: rest.prefix(count), as: UTF8.self)
        }

        /// How many entries follow: nil for a count that cannot be, all there are where the end is marked, as moc does it.
        private mutating func count(_ minor: UInt8) -> Int? {
            if minor == Self.unknownCount { return .max }
            return number(minor).flatMap { $0 <= rest.count ? $0 : nil }
        }

        /// Whether the mark of an end comes next, which is passed over.
        private mutating func isAtEnd(_ count: Int) -> Bool {
            guard count == .max, rest.first == Self.end else { return false }
            rest.removeFirst()
            return true
        }

        private static let unknownCount: UInt8 = 31
        private static let end: UInt8 = 0xFF

        private mutating func list(_ minor: UInt8, _ depth: Int) -> JSON? {
            guard let count = count(minor) else { return nil }
            var list: [JSON] = []
            while list.count < count, !isAtEnd(count) {
                guard let value = value(depth: depth + 1) else { return nil }
                list.append(value)
            }
            return .array(list)
        }

        private mutating func map(_ minor: UInt8, _ depth: Int) -> JSON? {
            guard let count = count(minor) else { return nil }
            var object = JSON.Object()
            var read = 0
            while read < count, !isAtEnd(count) {
                read += 1
                guard let key = value(depth: depth + 1), let value = value(depth: depth + 1) else {
                    return nil
                }
                switch key {
                case .string(let name): object.set(name, value)
                case .integer(let number): object.set(String(number), value)
                default: return nil
                }
            }
            return .object(object)
        }

        private mutating func simple(_ minor: UInt8) -> JSON? {
            switch minor {
            case 20: return .bool(false)
            case 21: return .bool(true)
            case 22, 23: return .null
            case 27:
                guard rest.count >= 8 else { return nil }
                let bits = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                rest = rest.dropFirst(8)
                return .number(Double(bitPattern: bits))
            default: return nil
            }
        }
    }
}
