// SPDX-License-Identifier: Apache-2.0
//
// An interface as Swift source: a struct for each declared type, and for the parameters and the reply of each
// method (`ListRequest`, `ListReply`); a type without fields has no struct. An enumeration is nested in the
// struct of its field, and has the field's name.

import Varlink

struct InterfaceSource {
    private let interface: Interface
    private var structures: [Structure] = []

    /// - Throws: `Failure` if structs with the same name have different fields, or if a declared type is an
    ///   enumeration.
    init(_ interface: Interface) throws {
        self.interface = interface
        for type in interface.types where ModelTypes.declared[type.name] == nil {
            guard case .structure(let fields) = type.type else {
                throw InterfaceTypes.Failure("\(type.name) has no fields. Give it a type in ModelTypes.")
            }
            try add(Structure(name: type.name, comment: type.documentation, fields: fields))
        }
        for method in interface.methods {
            let comment = method.documentation
            try add(method.input, "Request", of: method, comment)
            try add(method.output, "Reply", of: method, method.input.isEmpty ? comment : nil)
        }
    }

    /// Adds a method's parameters or its reply.
    private mutating func add(
        _ fields: [Interface.Field], _ kind: String, of method: Interface.Method, _ comment: String?
    ) throws {
        let name = method.name + kind
        let what = kind == "Request" ? "The parameters of " : "The reply of "
        guard let shared = ModelTypes.shared[name] else {
            let comment = comment ?? "\(what)\(method.name)."
            return try add(Structure(name: name, comment: comment, fields: fields))
        }
        let sharing = ModelTypes.shared.filter { $0.value == shared }.keys.map { $0.dropLast(kind.count) }
        let comment = what + sharing.sorted().joined(separator: " and ") + "."
        try add(Structure(name: shared, comment: comment, fields: fields))
    }

    private mutating func add(_ structure: Structure) throws {
        guard !structure.members.isEmpty else { return }
        guard let other = structures.first(where: { $0.name == structure.name }) else {
            structures.append(structure)
            return
        }
        guard other.members == structure.members else {
            throw InterfaceTypes.Failure(
                "\(interface.namespace).\(structure.name) is two, with different fields.")
        }
    }

    var text: String {
        let body = structures.map(\.text).joined(separator: "\n")
        let usesModel = structures.contains { $0.members.contains(where: \.isOfModel) }
        return """
            // SPDX-License-Identifier: Apache-2.0
            //
            // `make interfaces` writes this file from \(interface.name).varlink. Change that one.

            \(usesModel ? "package import ActivityModel\n" : "")package import StrictJSON

            /// The types of \(interface.name).
            package enum \(interface.namespace) {
            \(body)}

            """
    }
}
