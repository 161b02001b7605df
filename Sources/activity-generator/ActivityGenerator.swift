// SPDX-License-Identifier: Apache-2.0

import ForeignPlugIns
import Glibc

/// Translates the plug-ins of one foreign format; the name that it is started by says of which.
@main
struct ActivityGenerator {
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.dropFirst().first == "perform-purpose" { performPurpose(Array(arguments.dropFirst(2))) }
        let name = arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        guard ForeignFormats.names.contains(name) else {
            let names = ForeignFormats.names.joined(separator: ", ")
            fail(
                "There is no format \"\(name)\". Start it by a link of one of these names: \(names).",
                EX_USAGE)
        }
        guard arguments.count == 2, arguments[1].hasPrefix("/") else {
            fail("Usage: \(name) FOLDER, an empty one, by its absolute path.", EX_USAGE)
        }
        var generator = Generator(name, Surroundings(), folder: arguments[1])
        guard let sources = generator?.run() else {
            fail("\(arguments[1]) cannot be written to: \(String(cString: strerror(errno))).", EXIT_FAILURE)
        }
        print(sources.map { $0 + "\n" }.joined(), terminator: "")
    }

    /// What the bundles of Purpose's plug-ins run.
    private static func performPurpose(_ arguments: [String]) -> Never {
        let input = StandardInput.read()
        guard let session = PurposeSession(arguments, input: input) else {
            fail("Usage: perform-purpose PROGRAM TYPE PLUG-IN URI...", EX_USAGE)
        }
        exit(session.perform() ? EXIT_SUCCESS : EXIT_FAILURE)
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        let line = Array((message + "\n").utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(code)
    }
}
