// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

/// The Python that has what tests compare with.
enum Python {
    static let interpreter = getenv("VARLINK_PYTHON").map { String(cString: $0) } ?? "python3"

    /// Fails where a module is missing.
    static func require(_ module: String, _ location: SourceLocation = #_sourceLocation) throws {
        let (end, _) = try ChildProcess.run([interpreter, "-c", "import " + module])
        try #require(
            end == .exited(0),
            "\(interpreter) has no \(module): pip install it, and let VARLINK_PYTHON name the right one",
            sourceLocation: location)
    }
}
