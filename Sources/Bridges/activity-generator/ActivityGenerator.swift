// SPDX-License-Identifier: Apache-2.0

import ForeignPlugIns
import Glibc

/// Translates all plug-ins of one foreign format, which the program's name selects, or single files for
/// `activityctl import`.
@main
struct ActivityGenerator {
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.dropFirst().first == "import" { importFiles(Array(arguments.dropFirst(2))) }
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
        do throws(Omission) {
            try generator?.run(tell: printPaths)
        } catch {
            fail("\(arguments[1]) is not whole. \(error.reason)", EXIT_FAILURE)
        }
    }

    private static func printPaths(_ paths: [String]) {
        for path in paths where !path.utf8.contains(UInt8(ascii: "\n")) { print(path) }
        fflush(nil)
    }

    /// Creates bundles in the working directory from single files of any format, and exits.
    private static func importFiles(_ paths: [String]) -> Never {
        var status = EXIT_SUCCESS
        func complain(_ path: String, _ name: String, _ omission: Omission) {
            let action = name.isEmpty ? "" : " (\(name))"
            say(BundleOutput.plain("\(path)\(action): \(omission.reason)"))
            status = EXIT_FAILURE
        }
        for path in paths.map(absolute) {
            do throws(Omission) {
                let name = try ForeignFormats.name(of: path)
                guard var generator = Generator(name, Surroundings(), folder: ".") else { continue }
                let result = generator.translate(alone: path)
                for identifier in result.made { print("\(identifier).activity is there.") }
                for (name, omission) in result.leftOut { complain(path, name, omission) }
                if result.made.isEmpty, result.leftOut.isEmpty { throw .noAction }
            } catch {
                complain(path, "", error)
            }
        }
        exit(status)
    }

    private static func absolute(_ path: String) -> String {
        guard let full = realpath(path, nil) else { return path }
        defer { free(full) }
        return String(cString: full)
    }

    private static func say(_ message: String) {
        let line = Array((message + "\n").utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        say(message)
        exit(code)
    }
}
