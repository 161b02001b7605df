// SPDX-License-Identifier: Apache-2.0

import Varlink

/// Run as `interface-types NAME <FILE.varlink`: prints the Swift types of an interface in an enum NAME, for
/// `make interfaces`.
@main
struct InterfaceTypes {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            throw Fault("Usage: interface-types NAME <FILE.varlink")
        }
        var text = ""
        while let line = readLine(strippingNewline: false) { text += line }
        print(
            try InterfaceSource(Interface(parsing: text), named: CommandLine.arguments[1]).text,
            terminator: "")
    }

    /// An error that ends the program, as a sentence.
    struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
