// SPDX-License-Identifier: Apache-2.0

import StrictJSON

extension ObjectReader {
    /// A message about a value that cannot be parsed as this type, with the remedy.
    func complaint<Value>(_ error: JSON.Mismatch, reading value: Value.Type) -> String {
        let found = self.value(at: error.pointer)
        let name = Self.name(found, error)
        let isElement = (JSON.tokens(of: error.pointer)?.count ?? 0) > 1
        let type = isElement ? Self.elements(of: value) ?? value : value
        let fault =
            error.hasRightType && Self.values(of: type) != nil
            ? "\(name) is not a value of this key" : "\(error.expected) is expected here, not \(name)"
        return "\(fault.capitalisedFirst). Write \(remedy(for: found, type, at: error))."
    }

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

    /// The value as it was meant, if only its form is wrong; else the values that are allowed.
    private func remedy(for found: JSON?, _ type: Any.Type, at error: JSON.Mismatch) -> String {
        if let meant = found.flatMap({ Self.member(for: $0, at: error.pointer) ?? Self.meant(by: $0, type) })
        {
            return String(decoding: meant.serialized, as: UTF8.self)
        }
        return switch type {
        case is Bool.Type: "true or false, without quotation marks"
        case is Int.Type where error.hasRightType: "a smaller number"
        case is Int.Type:
            if case .number? = found {
                "a whole number"
            } else {
                "a number without quotation marks, such as 1"
            }
        case is [String].Type: "a list, such as [\"one\", \"two\"]"
        case is [JSON].Type, is [JSON.Object].Type:
            if case .object? = found { "it in brackets: [ { … } ]" } else { "a list in brackets: [ … ]" }
        case is JSON.Object.Type: "keys and values in braces: { \"key\": … }"
        default: Self.values(of: type) ?? Self.list(of: type) ?? "a text in quotation marks"
        }
    }

    /// The member whose value people write in place of the whole object, by the object's key; the object may
    /// be an element of a list.
    private static let members = ["accepts": "types", "perform": "exec", "requires": "programs"]

    /// An object that holds this value as its member, such as {"exec": ["convert"]} for "convert".
    private static func member(for found: JSON, at pointer: String) -> JSON? {
        let tokens = JSON.tokens(of: pointer) ?? []
        guard let key = tokens.first, let member = members[key] else { return nil }
        let list: JSON
        switch found {
        case .string(let text) where !text.contains(":"): list = .array(words(text))
        case .array(let elements) where !elements.isEmpty: list = .array(elements)
        default: return nil
        }
        let object = JSON.object(JSON.Object([(member, list)]))
        return key == "accepts" && tokens.count == 1 ? [object] : object
    }

    private static func words(_ text: String) -> [JSON] {
        text.split(separator: " ").map { .string(String($0)) }
    }

    /// The value that was meant: with or without quotation marks, as a list, or with the right spelling.
    private static func meant(by found: JSON, _ type: Any.Type) -> JSON? {
        switch found {
        case .string("true"), .string("yes"), .string("on"), .integer(1):
            if type == Bool.self { return true }
        case .string("false"), .string("no"), .string("off"), .integer(0):
            if type == Bool.self { return false }
        default: break
        }
        return switch found {
        case .string(let text) where type == Int.self: Int(text).map { .integer($0) }
        case .string(let text) where type == [String].self:
            .array(words(text))
        case .string(let text):
            names(of: type)?.near(text).map { .string($0) }
                ?? elements(of: type).flatMap { names(of: $0)?.near(text) }.map { [.string($0)] }
        case .integer(let number) where type == String.self: .string("\(number)")
        case .bool(let value) where type == String.self: .string("\(value)")
        default: nil
        }
    }

    private static func elements(of type: Any.Type) -> Any.Type? { (type as? any ListType.Type)?.element }

    /// The allowed values of a list type, such as `a list of "downloads" or "home", as in ["downloads"]`.
    private static func list(of type: Any.Type) -> String? {
        guard let element = elements(of: type), let values = values(of: element) else { return nil }
        return "a list of \(values), as in [\"\(names(of: element)?.first ?? "")\"]"
    }

    private static func names(of type: Any.Type) -> [String]? {
        func all<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
            type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        }
        return (type as? any CaseIterable.Type).map { all($0) }
    }

    /// The allowed values of an enumeration, such as `"all" or "any"`.
    private static func values(of type: Any.Type) -> String? {
        guard let names = names(of: type)?.map({ "\"\($0)\"" }), let last = names.last else { return nil }
        return names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " or " + last
    }
}

private protocol ListType {
    static var element: Any.Type { get }
}

extension Array: ListType {
    fileprivate static var element: Any.Type { Element.self }
}

extension String {
    package var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
