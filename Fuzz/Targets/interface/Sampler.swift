// SPDX-License-Identifier: Apache-2.0

import StrictJSON
@testable import Varlink

/// Generates values of an interface's types.
struct Sampler {
    let interface: Interface
    /// Number of values that may still be generated: nested types multiply, and recursive ones have no end.
    private var left = 256

    init(_ interface: Interface) {
        self.interface = interface
    }

    /// An object with these fields; nil if it takes too many values.
    mutating func object(_ fields: [Interface.Field]) -> JSON.Object? {
        guard case .object(let object)? = value(.structure(fields)) else { return nil }
        return object
    }

    private mutating func value(_ type: Interface.ValueType) -> JSON? {
        guard left > 0 else { return nil }
        left -= 1
        switch type {
        case .bool: return true
        case .int: return .integer(1 << 53)
        case .float: return 0.5
        case .string, .any: return "a"
        case .object: return [:]
        case .nullable(let type): return value(type) ?? .null
        case .array(let type): return .array([value(type)].compactMap(\.self))
        case .dictionary(let type):
            return .object(JSON.Object([value(type)].compactMap(\.self).map { ("k", $0) }))
        case .structure(let fields): return structure(fields)
        case .enumeration(let names): return names.last.map { .string($0) }
        case .named(_, let index): return value(interface.types[index].type)
        }
    }

    private mutating func structure(_ fields: [Interface.Field]) -> JSON? {
        var members: [(name: String, value: JSON)] = []
        for field in fields {
            guard let value = value(field.type) else { return nil }
            members.append((field.name, value))
        }
        return .object(JSON.Object(members))
    }
}
