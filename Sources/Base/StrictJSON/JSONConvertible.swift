// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// A value of the wrong type.
    package struct Mismatch: Error, Hashable, CustomStringConvertible {
        /// JSON pointer (RFC 6901) to the value, relative to the outermost value read.
        package var pointer: String
        /// The expected value: "a string", "an integer", …
        package let expected: String
        /// Whether only the value is wrong, not its type.
        package let hasRightType: Bool

        package init(pointer: String = "", expected: String, hasRightType: Bool = false) {
            self.pointer = pointer
            self.expected = expected
            self.hasRightType = hasRightType
        }

        package func beneath(_ token: String) -> Mismatch {
            Mismatch(pointer: JSON.pointer(token) + pointer, expected: expected, hasRightType: hasRightType)
        }

        package var description: String {
            "\(expected) is expected at \(pointer.isEmpty ? "the top" : pointer)"
        }
    }
}

package protocol JSONReadable {
    init(json: JSON) throws(JSON.Mismatch)
}

package protocol JSONWritable {
    var json: JSON { get }
}

package protocol JSONConvertible: JSONReadable, JSONWritable {}

package protocol JSONObjectReadable: JSONReadable {
    init(_ object: JSON.Object) throws(JSON.Mismatch)
}

package protocol JSONObjectConvertible: JSONObjectReadable, JSONConvertible {
    var object: JSON.Object { get }
}

extension JSONObjectReadable {
    package init(json: JSON) throws(JSON.Mismatch) {
        guard case .object(let object) = json else { throw JSON.Mismatch(expected: "an object") }
        try self.init(object)
    }
}

extension JSONObjectConvertible {
    package var json: JSON { .object(object) }
}

extension JSON.Object: JSONConvertible {
    package init(json: JSON) throws(JSON.Mismatch) {
        guard case .object(let object) = json else { throw JSON.Mismatch(expected: "an object") }
        self = object
    }

    package var json: JSON { .object(self) }

    /// Reads the member `name`; an absent one reads as null, which only optionals and `JSON` accept.
    package func read<Value: JSONReadable>(_ name: String) throws(JSON.Mismatch) -> Value {
        do {
            return try Value(json: value(name) ?? .null)
        } catch {
            throw error.beneath(name)
        }
    }

    /// An object of the given members, without nulls.
    package static func withoutNulls(_ members: KeyValuePairs<String, any JSONWritable>) -> JSON.Object {
        var kept: [(name: String, value: JSON)] = []
        kept.reserveCapacity(members.count)
        for (name, value) in members {
            let json = value.json
            if case .null = json { continue }
            kept.append((name, json))
        }
        return JSON.Object(kept)
    }
}

extension JSON: JSONConvertible {
    package init(json: JSON) { self = json }
    package var json: JSON { self }
}

extension String: JSONConvertible {
    package init(json: JSON) throws(JSON.Mismatch) {
        guard case .string(let value) = json else { throw JSON.Mismatch(expected: "a string") }
        self = value
    }

    package var json: JSON { .string(self) }
}

extension Bool: JSONConvertible {
    package init(json: JSON) throws(JSON.Mismatch) {
        guard case .bool(let value) = json else { throw JSON.Mismatch(expected: "true or false") }
        self = value
    }

    package var json: JSON { .bool(self) }
}

extension JSON {
    /// Limit on the magnitude of integers: a reader that knows only doubles would alter larger ones (RFC
    /// 8259, section 6). A thousand times as much still fits an `Int`.
    package static let largestInteger = 1 << 53
}

extension Int: JSONConvertible {
    package init(json: JSON) throws(JSON.Mismatch) {
        switch json {
        case .integer(let value) where value.magnitude <= JSON.largestInteger: self = value
        case .integer, .number(Double(JSON.largestInteger)...), .number(...Double(-JSON.largestInteger)):
            throw JSON.Mismatch(expected: "an integer of at most 2^53", hasRightType: true)
        default: throw JSON.Mismatch(expected: "an integer")
        }
    }

    package var json: JSON { .integer(self) }
}

extension Double: JSONConvertible {
    package init(json: JSON) throws(JSON.Mismatch) {
        switch json {
        case .integer(let value): self = Double(value)
        case .number(let value): self = value
        default: throw JSON.Mismatch(expected: "a number")
        }
    }

    package var json: JSON { .number(self) }
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
    package init(json: JSON) throws(JSON.Mismatch) {
        if case .null = json { self = nil } else { self = try Wrapped(json: json) }
    }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
    package var json: JSON { self?.json ?? .null }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {}

extension Array: JSONReadable where Element: JSONReadable {
    package init(json: JSON) throws(JSON.Mismatch) {
        guard case .array(let elements) = json else { throw JSON.Mismatch(expected: "an array") }
        self = []
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do {
                append(try Element(json: element))
            } catch {
                throw error.beneath(String(index))
            }
        }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package var json: JSON { .array(map { $0.json }) }
}

extension Array: JSONConvertible where Element: JSONConvertible {}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
    package init(json: JSON) throws(JSON.Mismatch) {
        guard case .object(let object) = json else { throw JSON.Mismatch(expected: "an object") }
        self = [:]
        for (name, value) in object.members {
            do throws(JSON.Mismatch) {
                guard updateValue(try Value(json: value), forKey: name) == nil else {
                    throw JSON.Mismatch(expected: "a name unlike the others to the eye", hasRightType: true)
                }
            } catch {
                throw error.beneath(name)
            }
        }
    }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
    /// Members sorted by name, so that equal dictionaries give equal bytes.
    package var json: JSON {
        .object(JSON.Object(sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }
}

extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {}

extension JSONConvertible where Self: RawRepresentable & CaseIterable, RawValue == String {
    package init(json: JSON) throws(JSON.Mismatch) {
        guard case .string(let text) = json else { throw JSON.Mismatch(expected: "a string") }
        guard let value = Self(rawValue: text), value.rawValue.isExactly(text) else {
            throw JSON.Mismatch(
                expected: "one of " + Self.allCases.map(\.rawValue).joined(separator: ", "),
                hasRightType: true)
        }
        self = value
    }

    package var json: JSON { .string(rawValue) }
}
