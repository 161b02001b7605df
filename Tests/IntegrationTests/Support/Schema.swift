// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// JSON Schema, as Python's jsonschema has it.
enum Schema {
    /// The files that the schema rejects. A validator takes 500 of them, far fewer than on a busy machine it
    /// manages before it counts as hung.
    static func refused(_ paths: [String], by schema: String) throws -> [String] {
        try stride(from: 0, to: paths.count, by: 500).flatMap { start in
            try refused(among: paths[start..<min(start + 500, paths.count)], by: schema)
        }
    }

    private static func refused(among paths: ArraySlice<String>, by schema: String) throws -> [String] {
        let script = """
            import json, sys, jsonschema
            schema = json.load(open(sys.argv[1]))
            kind = jsonschema.validators.validator_for(schema)
            kind.check_schema(schema)
            judge = kind(schema)
            for path in sys.stdin.read().split():
                if not judge.is_valid(json.load(open(path))): print(path)
            """
        let list = Scratch()
        Files.write(list("paths"), paths.joined(separator: "\n"))
        let command = [
            "/bin/sh", "-c", #"exec "$0" -c "$1" "$2" <"$3""#, Python.interpreter, script, schema,
            list("paths"),
        ]
        let (end, output) = try ChildProcess.run(command)
        #expect(end == .exited(0), "\(output)")
        return output.split(separator: "\n").map(String.init)
    }
}
