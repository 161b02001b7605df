// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259).
///
/// A number without fraction or exponent is an `integer` if it fits 64 bits, so that 1 differs from 1.0 and
/// is not rounded through a double.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(Object)

    /// The members of an object, in the order of the text. Names must be unique; the parser rejects
    /// duplicates.
    package struct Object: Sendable {
        package private(set) var members: [(name: String, value: JSON)]

        package init(_ members: [(name: String, value: JSON)] = []) {
            self.members = members
        }

        /// The value under `name`; nil if it is absent, which differs from null.
        package func value(_ name: String) -> JSON? {
            members.first { $0.name.isExactly(name) }?.value
        }

        /// Sets the value under `name`, appending a new name; nil removes it.
        package mutating func set(_ name: String, _ value: JSON?) {
            let index = members.firstIndex { $0.name.isExactly(name) }
            switch (index, value) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }

        package var names: [String] { members.map(\.name) }
    }
}

extension JSON.Object: Hashable {
    /// Compares members in any order: an object is a set of them (RFC 8259, section 4).
    package static func == (one: Self, other: Self) -> Bool {
        guard one.members.count == other.members.count else { return false }
        let members = Dictionary(other.members.map { (ExactText($0.name), $0.value) }) { first, _ in first }
        return one.members.allSatisfy { members[ExactText($0.name)] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(members.count)
        hasher.combine(Set(names))
    }
}

extension JSON {
    /// The word for this value's type in error messages.
    package var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    package init(nilLiteral: ()) { self = .null }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Object(elements.map { ($0.0, $0.1) }))
    }
}
