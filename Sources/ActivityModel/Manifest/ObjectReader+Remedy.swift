// SPDX-License-Identifier: Apache-2.0

import StrictJSON

extension ObjectReader {
    /// What is wrong with a value that cannot be read as this type, and what to write.
    func complaint<Value>(_ error: JSON.Mismatch, reading type: Value.Type) -> String {
        let found = value(at: error.pointer)
        let remedy = found.flatMap { Self.remedy(for: $0, type) } ?? "one"
        return
            "\(error.expected.capitalisedFirst) is expected here, not \(Self.name(found, error)). Write \(remedy)."
    }

    /// What lies beneath this object.
    private func value(at pointer: String) -> JSON? {
        JSON.tokens(of: pointer)?.reduce(.object(object)) { (value: JSON?, token) in
            switch value {
            case .object(let object)?: object.value(token)
            case .array(let elements)?:
                Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: nil
            }
        }
    }

    private static func name(_ found: JSON?, _ error: JSON.Mismatch) -> String {
        switch found {
        case .string(let text)?: "\"\(text)\""
        case .integer(let number)? where error.hasRightType: "\(number)"
        case .number(let number)? where error.hasRightType: "\(number)"
        case let other?: other.typeName
        case nil: "nothing"
        }
    }

    /// The value as it was meant, where only its form is wrong: a list's one element, or a word too many or too few
    /// in quotation marks.
    private static func remedy<Value>(for found: JSON, _ type: Value.Type) -> String? {
        let meant: JSON? =
            switch found {
            case .string("true") where type == Bool.self: true
            case .string("false") where type == Bool.self: false
            case .string(let text) where type == Int.self: Int(text).map { .integer($0) }
            case .string(let text) where type == [String].self:
                .array(text.split(separator: " ").map { .string(String($0)) })
            case .integer(let number) where type == String.self || type == [String].self: .string("\(number)")
            case .bool(let value) where type == String.self || type == [String].self: .string("\(value)")
            default: nil
            }
        return meant.map { String(decoding: $0.serialized, as: UTF8.self) }
    }
}

extension String {
    fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
