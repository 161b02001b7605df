// SPDX-License-Identifier: Apache-2.0

@testable import Varlink

extension Interface {
    /// The interface as text, without comments. Types are sorted by name: `types` has them in the order in
    /// which the text first mentions them, and sorting changes that order.
    var written: String {
        let types = types.sorted { $0.name < $1.name }.map { "type \($0.name) \(written($0.type))\n" }
        let methods = methods.map { "method \($0.name)\(written($0.input)) -> \(written($0.output))\n" }
        let errors = errors.map { "error \($0.name) \(written($0.type))\n" }
        return "interface \(name)\n" + (types + methods + errors).joined()
    }

    private func written(_ fields: [Field]) -> String {
        "(" + fields.map { "\($0.name): \(written($0.type))" }.joined(separator: ", ") + ")"
    }

    private func written(_ type: ValueType) -> String {
        switch type {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .any: "any"
        case .nullable(let type): "?" + written(type)
        case .array(let type): "[]" + written(type)
        case .dictionary(let type): "[string]" + written(type)
        case .structure(let fields): written(fields)
        case .enumeration(let names): "(" + names.joined(separator: ", ") + ")"
        case .named(let name, _): name
        }
    }
}
