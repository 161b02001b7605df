// SPDX-License-Identifier: Apache-2.0

/// A Varlink interface parsed from its text (varlink.org/Interface-Definition).
///
/// The text is authoritative: the server sends it verbatim, and checks calls against it, and in debug builds
/// replies.
package struct Interface: Sendable {
    /// Reverse-domain name, as in `org.example.more`.
    package let name: String
    /// The original text, for GetInterfaceDescription.
    package let text: String
    /// Types in the order in which the text first mentions them.
    package let types: [Declaration]
    package let methods: [Method]
    package let errors: [Declaration]

    /// A type or an error: its name, its comment and its definition.
    package struct Declaration: Sendable {
        package let name: String
        package let documentation: String
        package let type: ValueType
    }

    package struct Method: Sendable {
        package let name: String
        package let documentation: String
        package let input: [Field]
        package let output: [Field]
    }

    package struct Field: Sendable {
        package let name: String
        package let type: ValueType
    }

    package indirect enum ValueType: Sendable {
        case bool
        case int
        case float
        case string
        case object
        /// Any JSON value but null.
        case any
        case nullable(ValueType)
        case array(ValueType)
        /// Values of the type, keyed by strings.
        case dictionary(ValueType)
        case structure([Field])
        case enumeration([String])
        /// A declared type, by its index in `types`.
        case named(String, index: Int)

        var isNullable: Bool {
            if case .nullable = self { true } else { false }
        }
    }

    package func method(_ name: String) -> Method? {
        methods.first { $0.name == name }
    }

    package func error(_ name: String) -> Declaration? {
        errors.first { $0.name == name }
    }
}

/// The position and reason of a syntax error; line and column are 1-based, the column in bytes.
package struct InterfaceSyntaxError: Error, Hashable, CustomStringConvertible {
    package let line: Int
    package let column: Int
    package let reason: String

    package var description: String { "line \(line), column \(column): \(reason)" }
}
