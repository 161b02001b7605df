// SPDX-License-Identifier: Apache-2.0

import Host
import Varlink

/// Writes Swift for `make interfaces`. `interface-types types FILE` prints an interface's types, in an enum
/// that has the last label of its name; `interface-types errors NAME FILE...` prints the errors of several
/// interfaces and of `org.varlink.service` as one enum.
@main
struct InterfaceTypes {
    private static let maximumBytes = 1 << 20

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("types", 2): print(try InterfaceSource(read(arguments[2])).text, terminator: "")
        case ("errors", 4...):
            let interfaces = try arguments.dropFirst(2).map(read)
            let standard = [VarlinkService.interface].compactMap(\.self)
            print(try ErrorSource(interfaces + standard, named: arguments[2]).text, terminator: "")
        default: throw Failure("Usage: interface-types types FILE | errors NAME FILE...")
        }
    }

    private static func read(_ path: String) throws -> Interface {
        guard let bytes = try AtomicFile.read(path, limit: maximumBytes) else {
            throw Failure("There is no file \(path).")
        }
        return try Interface(parsing: String(decoding: bytes, as: UTF8.self))
    }

    /// An error that ends the program, as a sentence.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
