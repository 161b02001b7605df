// SPDX-License-Identifier: Apache-2.0

import Varlink

/// The errors of several interfaces as Swift source: one enum with a case for each name, and its way to the
/// wire and back.
struct ErrorSource {
    private let name: String
    private var errors: [(case: Structure, interfaces: [String])] = []

    /// - Throws: where two interfaces declare an error of one name with different fields.
    init(_ interfaces: [Interface], named name: String) throws {
        self.name = name
        for interface in interfaces {
            for error in interface.errors {
                guard case .structure(let fields) = error.type else { continue }
                let found = Structure(
                    name: error.name, comment: error.documentation, fields: fields,
                    namespace: interface.namespace + ".")
                guard let index = errors.firstIndex(where: { $0.case.name == error.name }) else {
                    errors.append((found, [interface.name]))
                    continue
                }
                guard errors[index].case.members == found.members else {
                    throw InterfaceTypes.Failure("\(error.name) is two, with different fields.")
                }
                errors[index].interfaces.append(interface.name)
            }
        }
    }

    var text: String {
        """
        // SPDX-License-Identifier: Apache-2.0
        //
        // `make interfaces` writes this file from the .varlink files. Change those.

        package import ActivityModel
        import StrictJSON
        package import Varlink

        /// The errors of all interfaces of the daemon.
        package enum \(name): Error, Hashable, Sendable {
        \(cases)    /// An error that no interface declares, or with other parameters.
            case other(VarlinkError)

            package init(_ varlink: VarlinkError) {
                let object = varlink.parameters
                do throws(JSON.Mismatch) {
                    switch varlink.name {
        \(reading)            default: self = .other(varlink)
                    }
                } catch {
                    self = .other(varlink)
                }
            }

            /// - Parameter interface: interface of the call, for errors that several declare.
            package func varlink(in interface: String) -> VarlinkError {
                switch self {
        \(writing)        case .other(let error): error
                }
            }
        }

        """
    }

    private var cases: String {
        errors.map {
            Structure.documentation($0.case.comment)
                + "    case \($0.case.value { "\($0.name): \($0.type)" })\n"
        }.joined()
    }

    private var reading: String {
        errors.map { error, interfaces in
            let names = interfaces.map { "\"\($0).\(error.name)\"" }.joined(separator: ", ")
            return """
                            case \(names):
                                self = .\(error.value { "\($0.name): try object.read(\"\($0.name)\")" })

                """
        }.joined()
    }

    private var writing: String {
        errors.map { error, interfaces in
            let start = interfaces.count > 1 ? "interface + \"" : "\"\(interfaces[0])"
            let pairs = error.members.map { "\"\($0.name)\": \($0.name)" }.joined(separator: ", ")
            let parameters = pairs.isEmpty ? [] : [".withoutNulls([\(pairs)])"]
            let made = Self.call("VarlinkError", ["\(start).\(error.name)\""] + parameters, indent: 16)
            return """
                        case .\(error.value { "let \($0.name)" }):
                            \(made)

                """
        }.joined()
    }

    /// A call in one line, or in a line for each argument.
    fileprivate static func call(_ name: String, _ arguments: [String], indent: Int) -> String {
        let line = "\(name)(\(arguments.joined(separator: ", ")))"
        guard line.count > 85 else { return line }
        let start = "\n" + String(repeating: " ", count: indent)
        return name + "(" + arguments.map { start + $0 }.joined(separator: ",") + ")"
    }
}

extension Structure {
    /// A case with a text for each of its values.
    fileprivate func value(_ text: (Member) -> String) -> String {
        let name = name.prefix(1).lowercased() + name.dropFirst()
        return members.isEmpty ? name : ErrorSource.call(name, members.map(text), indent: 20)
    }
}

extension Interface {
    /// The Swift enum of its types.
    var namespace: String { name.split(separator: ".").last.map(String.init) ?? name }
}
