// SPDX-License-Identifier: Apache-2.0

extension Interface {
    /// Parses an interface description.
    ///
    /// - Throws: the first error, with its position.
    package init(parsing text: String) throws(InterfaceSyntaxError) {
        var parser = InterfaceParser(text)
        self = try parser.interface()
    }
}

private struct InterfaceParser {
    private let text: String
    private var scanner: InterfaceScanner
    private var methods: [Interface.Method] = []
    private var errors: [Interface.Declaration] = []
    /// Every type by its index, in the order of the first mention or declaration.
    private var types: [(name: String, mention: Int, declaration: Interface.Declaration?)] = []
    private var memberNames: Set<String> = []
    private var depth = 0

    init(_ text: String) {
        self.text = text
        scanner = InterfaceScanner(text)
    }

    mutating func interface() throws(InterfaceSyntaxError) -> Interface {
        let start = scanner.offset
        guard scanner.word() == "interface" else {
            throw scanner.fault("'interface' is expected here", at: start)
        }
        let name = try interfaceName()
        while !scanner.isAtEnd { try member() }
        return Interface(
            name: name, text: text, types: try declaredTypes(), methods: methods, errors: errors)
    }

    private func declaredTypes() throws(InterfaceSyntaxError) -> [Interface.Declaration] {
        var declared: [Interface.Declaration] = []
        for type in types {
            guard let declaration = type.declaration else {
                throw scanner.fault("the type \(type.name) is declared nowhere", at: type.mention)
            }
            declared.append(declaration)
        }
        return declared
    }

    private mutating func member() throws(InterfaceSyntaxError) {
        let documentation = scanner.documentation
        let start = scanner.offset
        switch scanner.word() {
        case "type": try type(documentation)
        case "method": try method(documentation)
        case "error": try error(documentation)
        default: throw scanner.fault("'type', 'method' or 'error' is expected here", at: start)
        }
    }

    private mutating func type(_ documentation: String) throws(InterfaceSyntaxError) {
        let start = scanner.offset
        let name = try memberName()
        let declaration = Interface.Declaration(
            name: name, documentation: documentation, type: try structureOrEnumeration())
        types[index(of: name, mention: start)].declaration = declaration
    }

    private mutating func method(_ documentation: String) throws(InterfaceSyntaxError) {
        let name = try memberName()
        let input = try structure()
        try scanner.expect("->")
        let output = try structure()
        methods.append(
            Interface.Method(name: name, documentation: documentation, input: input, output: output))
    }

    private mutating func error(_ documentation: String) throws(InterfaceSyntaxError) {
        let name = try memberName()
        let declaration = Interface.Declaration(
            name: name, documentation: documentation, type: .structure(try structure()))
        errors.append(declaration)
    }

    private mutating func index(of name: String, mention: Int) -> Int {
        if let index = types.firstIndex(where: { $0.name == name }) { return index }
        types.append((name, mention, nil))
        return types.count - 1
    }
}

extension InterfaceParser {
    private mutating func valueType() throws(InterfaceSyntaxError) -> Interface.ValueType {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else { throw scanner.fault("nested too deep") }
        if scanner.consume("?") { return .nullable(try notNullable()) }
        if scanner.consume("[]") { return .array(try valueType()) }
        if scanner.consume("[string]") { return .dictionary(try valueType()) }
        let start = scanner.offset
        let word = scanner.word()
        switch word {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case "any": return .any
        case "": return try structureOrEnumeration()
        default:
            guard Self.isMemberName(word) else { throw scanner.fault("\(word) is not a type", at: start) }
            return .named(word, index: index(of: word, mention: start))
        }
    }

    private mutating func notNullable() throws(InterfaceSyntaxError) -> Interface.ValueType {
        let start = scanner.offset
        let type = try valueType()
        guard !type.isNullable else { throw scanner.fault("'?' comes twice", at: start) }
        return type
    }

    /// Parses a list of names without types as an enumeration; an empty list is a structure without fields.
    private mutating func structureOrEnumeration() throws(InterfaceSyntaxError) -> Interface.ValueType {
        try scanner.expect("(")
        if scanner.consume(")") { return .structure([]) }
        let first = try fieldName()
        if scanner.consume(":") { return .structure(try fields(first)) }
        var names = [first]
        while scanner.consume(",") { names.append(try fieldName(unlike: names)) }
        try scanner.expect(")")
        return .enumeration(names)
    }

    private mutating func structure() throws(InterfaceSyntaxError) -> [Interface.Field] {
        let start = scanner.offset
        guard case .structure(let fields) = try structureOrEnumeration() else {
            throw scanner.fault("fields are expected here, not an enumeration", at: start)
        }
        return fields
    }

    /// Parses the fields after the first name.
    private mutating func fields(_ first: String) throws(InterfaceSyntaxError) -> [Interface.Field] {
        var fields = [Interface.Field(name: first, type: try valueType())]
        while scanner.consume(",") {
            let name = try fieldName(unlike: fields.map(\.name))
            try scanner.expect(":")
            fields.append(Interface.Field(name: name, type: try valueType()))
        }
        try scanner.expect(")")
        return fields
    }
}

/// Names, by the patterns of the interface definition's grammar.
extension InterfaceParser {
    private mutating func interfaceName() throws(InterfaceSyntaxError) -> String {
        let start = scanner.offset
        let name = scanner.word(with: ".-")
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, name.first?.isLetter == true,
            labels.allSatisfy({ $0.first != nil && $0.first != "-" && $0.last != "-" })
        else { throw scanner.fault("a name such as org.example.more is expected here", at: start) }
        return name
    }

    /// Types, methods and errors share one namespace.
    private mutating func memberName() throws(InterfaceSyntaxError) -> String {
        let start = scanner.offset
        let name = scanner.word()
        guard Self.isMemberName(name) else {
            throw scanner.fault("a name that begins with a capital letter is expected here", at: start)
        }
        guard memberNames.insert(name).inserted else {
            throw scanner.fault("the name \(name) comes twice", at: start)
        }
        return name
    }

    private mutating func fieldName(unlike others: [String] = []) throws(InterfaceSyntaxError) -> String {
        let start = scanner.offset
        let name = scanner.word(with: "_")
        guard name.first?.isLetter == true, name.last != "_", !name.contains("__") else {
            throw scanner.fault("a field's name is expected here", at: start)
        }
        guard !others.contains(name) else { throw scanner.fault("the name \(name) comes twice", at: start) }
        return name
    }

    private static func isMemberName(_ word: String) -> Bool {
        word.first?.isUppercase == true
    }
}
