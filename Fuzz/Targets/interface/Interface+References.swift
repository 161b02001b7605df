// SPDX-License-Identifier: Apache-2.0

@testable import Varlink

extension Interface {
    /// All types in declarations and methods, nested ones too.
    var references: [ValueType] {
        let fields = methods.flatMap { $0.input + $0.output }.map(\.type)
        return (types.map(\.type) + errors.map(\.type) + fields).flatMap(parts)
    }

    private func parts(_ type: ValueType) -> [ValueType] {
        switch type {
        case .nullable(let inner), .array(let inner), .dictionary(let inner): [type] + parts(inner)
        case .structure(let fields): [type] + fields.flatMap { parts($0.type) }
        default: [type]
        }
    }
}
