// SPDX-License-Identifier: Apache-2.0

import Varlink

struct Structure {
    let name: String
    let comment: String
    let members: [Member]

    struct Member: Equatable {
        let name: String
        /// The Swift type as declared, such as `[Field]?`.
        let type: String
        let isNullable: Bool
        let isOfModel: Bool
        /// Cases of an enumeration nested in the struct; empty for other types.
        let cases: [String]

        /// The name as declared: keywords are quoted.
        var declared: String { Self.keywords.contains(name) ? "`\(name)`" : name }

        private static let keywords: Set<String> = [
            "case", "default", "extension", "in", "operator", "protocol",
        ]
    }

    /// - Parameter namespace: before declared types, outside the enum that has them.
    init(name: String, comment: String, fields: [Interface.Field], namespace: String = "") {
        (self.name, self.comment) = (name, comment)
        members = fields.map { Member($0, of: name, in: namespace) }
    }

    var text: String {
        let parts = [enumerations, properties, initializer, reading, writing]
        let body = parts.filter { !$0.isEmpty }.joined(separator: "\n")
        return """
            \(Self.documentation(comment))    package struct \(name): Hashable, Sendable, JSONObjectConvertible {
            \(body)    }

            """
    }

    /// The interface's comment, wrapped at 110 columns.
    static func documentation(_ comment: String) -> String {
        var lines = ["    ///"]
        for word in comment.split(whereSeparator: \.isWhitespace) {
            if lines[lines.count - 1].count + word.count >= 110 { lines.append("    ///") }
            lines[lines.count - 1] += " " + word
        }
        return comment.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    private var enumerations: String {
        members.filter { !$0.cases.isEmpty }.map {
            """
                    package enum \($0.name.capitalizedFirst): String, CaseIterable, Sendable, JSONConvertible {
                        case \($0.cases.joined(separator: ", "))
                    }

            """
        }.joined(separator: "\n")
    }

    private var properties: String {
        members.map { "        package var \($0.declared): \($0.type)\n" }.joined()
    }

    private var initializer: String {
        let parameters = members.map { "\($0.declared): \($0.type)\($0.isNullable ? " = nil" : "")" }
        let line = "        package init(\(parameters.joined(separator: ", "))) {\n"
        let broken =
            "        package init(\n            "
            + parameters.joined(separator: ",\n            ") + "\n        ) {\n"
        let body = members.map { "            self.\($0.name) = \($0.declared)\n" }.joined()
        return (line.count <= 110 ? line : broken) + body + "        }\n"
    }

    private var reading: String {
        let body = members.map { "            \($0.declared) = try object.read(\"\($0.name)\")\n" }.joined()
        return "        package init(_ object: JSON.Object) throws(JSON.Mismatch) {\n\(body)        }\n"
    }

    private var writing: String {
        let pairs = members.map { "\"\($0.name)\": \($0.declared)" }
        let line = pairs.joined(separator: ", ")
        let lines = "\n                " + pairs.joined(separator: ",\n                ") + ",\n            "
        return """
                    package var object: JSON.Object {
                        .withoutNulls([\(line.count <= 80 ? line : lines)])
                    }

            """
    }
}

extension Structure.Member {
    init(_ field: Interface.Field, of structure: String, in namespace: String) {
        name = field.name
        let key = structure + "." + field.name
        let base = field.type.base
        if case .enumeration(let names) = base, ModelTypes.fields[key] == nil {
            cases = names
        } else {
            cases = []
        }
        let model = ModelTypes.fields[key] ?? base.modelName
        isOfModel = model != nil
        if case .nullable = field.type { isNullable = true } else { isNullable = false }
        var swift = base.swiftName(of: field.name)
        if case .named = base { swift = namespace + swift }
        type = field.type.swift(model ?? swift)
    }
}

extension Interface.ValueType {
    /// The innermost type of an array, a dictionary or a nullable; else the type itself.
    fileprivate var base: Interface.ValueType {
        switch self {
        case .nullable(let type), .array(let type), .dictionary(let type): type.base
        default: self
        }
    }

    /// The type in Swift, with `name` for its base type.
    fileprivate func swift(_ name: String) -> String {
        switch self {
        case .nullable(let type): type.swift(name) + "?"
        case .array(let type): "[\(type.swift(name))]"
        case .dictionary(let type): "[String: \(type.swift(name))]"
        default: name
        }
    }

    fileprivate var modelName: String? {
        if case .named(let name, _) = self { ModelTypes.declared[name] } else { nil }
    }

    fileprivate func swiftName(of field: String) -> String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .float: "Double"
        case .string: "String"
        case .object: "JSON.Object"
        case .any: "JSON"
        case .named(let name, _): name
        case .nullable, .array, .dictionary, .structure, .enumeration: field.capitalizedFirst
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
