// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

// Null equals absent, at every depth: clients write either. Integers must survive clients that know only
// doubles, so none beyond 2^53 is accepted; a number with a fraction or an exponent is not an integer
// (StrictJSON distinguishes them). A whole number is valid as a float: JSON has only one kind of number.

extension Interface {
    /// Checks a call's parameters against the method's input.
    ///
    /// - Throws: `InvalidParameter` with the name of the top-level parameter.
    package func check(parameters: JSON.Object, of method: Method) throws(VarlinkError) {
        do {
            try check(parameters, method.input)
        } catch {
            throw .invalidParameter(error)
        }
    }

    /// Checks a reply against the method's output.
    ///
    /// - Throws: a mismatch, also if the interface has no such method.
    package func check(reply: JSON.Object, of method: String) throws(JSON.Mismatch) {
        guard let method = self.method(method) else {
            throw JSON.Mismatch(expected: "a method of \(name)")
        }
        try check(reply, method.output)
    }

    /// Checks an error against its declaration, here or in `org.varlink.service`.
    ///
    /// - Throws: a mismatch, also if the error is not declared.
    package func check(error: VarlinkError) throws(JSON.Mismatch) {
        let (interface, short) = error.name.splitAtLastDot
        let owner = interface == VarlinkService.name ? VarlinkService.interface : self
        guard let owner, interface == owner.name, case .structure(let fields)? = owner.error(short)?.type
        else { throw JSON.Mismatch(expected: "an error of \(name)") }
        try owner.check(error.parameters, fields)
    }

    private func check(_ object: JSON.Object, _ fields: [Field]) throws(JSON.Mismatch) {
        var found = 0
        var next = 0
        for (name, value) in object.members {
            guard let index = index(of: name, in: fields, from: next) else {
                throw JSON.Mismatch(expected: "nothing").beneath(name)
            }
            next = index + 1
            if case .null = value { continue }
            found += fields[index].type.isNullable ? 0 : 1
            do { try check(value, fields[index].type) } catch { throw error.beneath(name) }
        }
        guard found != fields.count(where: { !$0.type.isNullable }) else { return }
        for field in fields where !field.type.isNullable && object.value(field.name) ?? .null == .null {
            throw JSON.Mismatch(expected: "a value").beneath(field.name)
        }
    }

    /// A field's index. The search starts after the last field, because members mostly come in the order of
    /// the declaration.
    private func index(of name: String, in fields: [Field], from next: Int) -> Int? {
        fields[next...].firstIndex { $0.name.isExactly(name) }
            ?? fields[..<next].firstIndex { $0.name.isExactly(name) }
    }

    private func check(_ value: JSON, _ type: ValueType) throws(JSON.Mismatch) {
        switch (type, value) {
        case (.bool, .bool), (.float, .integer), (.float, .number), (.string, .string), (.object, .object):
            return
        case (.int, .integer(let value)) where value.magnitude <= 1 << 53: return
        case (.any, let value) where value != .null: return
        case (.nullable, .null): return
        case (.nullable(let type), _): try check(value, type)
        case (.array(let type), .array(let elements)):
            for (index, element) in elements.enumerated() {
                do { try check(element, type) } catch { throw error.beneath(String(index)) }
            }
        case (.dictionary(let type), .object(let object)):
            for (name, value) in object.members {
                do { try check(value, type) } catch { throw error.beneath(name) }
            }
        case (.structure(let fields), .object(let object)): try check(object, fields)
        case (.enumeration(let names), .string(let name)) where names.contains(name): return
        case (.named(_, let index), _): try check(value, types[index].type)
        default: throw JSON.Mismatch(expected: type.description)
        }
    }
}

extension Interface.ValueType: CustomStringConvertible {
    /// A human-readable description of the type, not in the notation of interfaces.
    package var description: String {
        switch self {
        case .bool: "true or false"
        case .int: "an integer of at most 2^53"
        case .float: "a number"
        case .string: "a string"
        case .object, .dictionary, .structure: "an object"
        case .any: "a value"
        case .array: "an array"
        case .nullable(let type): "\(type) or null"
        case .enumeration(let names): "one of " + names.joined(separator: ", ")
        case .named(let name, _): "a value of type \(name)"
        }
    }
}

extension String {
    /// The text before and after the last dot: the interface and the member of a qualified name.
    var splitAtLastDot: (String, String) {
        guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return ("", self) }
        return (String(self[..<dot]), String(self[index(after: dot)...]))
    }
}
