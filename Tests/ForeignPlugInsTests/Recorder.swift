// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import StrictJSON
import TestSupport

/// Starts programs with a stand-in for `record` and `kdialog` in PATH, which records its arguments.
struct Recorder {
    private let scratch: Scratch
    private var log: String { scratch("log") }

    init(_ scratch: Scratch) {
        self.scratch = scratch
        Files.write(
            scratch("bin/record"),
            """
            #!/bin/sh
            exec 9>>"$RECORD"
            flock 9
            [ $# -eq 0 ] || printf '%s\\000' "$@" >&9
            printf '\\001\\000' >&9

            """, mode: 0o755)
        // A program that shows sentences.
        symlink("record", scratch("bin/kdialog"))
    }

    /// The arguments of each `record` that the vector starts, directly or through other programs.
    ///
    /// - Parameter count: number of records to wait for, if the vector does not wait for them itself.
    func arguments(startedBy vector: [String], awaiting count: Int = 0) throws -> [[String]] {
        Files.write(log, "")
        let program = vector[0].contains("/") ? vector[0] : scratch("bin/" + vector[0])
        let isThere = access(program, X_OK) == 0
        let child = try Spawn.start(
            isThere ? program : "/usr/bin/env",
            (isThere ? vector : ["env"] + vector).map { Array($0.utf8) },
            environment: [
                "PATH": scratch("bin") + ":/usr/bin:/bin", "RECORD": log, "HOME": "/home/ada",
                "LANG": "C.UTF-8",
                "XDG_DATA_HOME": scratch("data"),
            ]
        ) { _ in }
        waitpid(child, nil, 0)
        _ = HangLimit.passes { recorded.count >= count }
        return recorded
    }

    private var recorded: [[String]] {
        let words = Files.text(log).split(separator: "\0", omittingEmptySubsequences: false).dropLast()
        return words.split(separator: "\u{1}", omittingEmptySubsequences: false).dropLast().map {
            $0.map(String.init)
        }
    }

    /// The arguments for a manifest that is performed like the daemon performs it (activity-manifest(5),
    /// "exec").
    func arguments(of manifest: JSON.Object, files: [String]) throws -> [[String]] {
        guard case .object(let perform)? = manifest.value("perform"),
            case .array(let list)? = perform.value("exec")
        else { return [] }
        let exec = list.compactMap { if case .string(let text) = $0 { text } else { nil } }
        let rounds = perform.value("each") == "together" ? files.map { [$0] } : [files]
        return try rounds.flatMap { round in
            try arguments(startedBy: exec.flatMap { Self.expanded($0, round) })
        }
    }

    private static func expanded(_ argument: String, _ files: [String]) -> [String] {
        let uris = files.map { "file://" + $0.replacing("%", with: "%25").replacing(" ", with: "%20") }
        if argument == "%F" { return files }
        if argument == "%U" { return uris }
        let mark = "\u{1}"
        return [
            argument.replacing("%%", with: mark).replacing("%f", with: files[0]).replacing(
                "%u", with: uris[0]
            )
            .replacing(mark, with: "%")
        ]
    }
}
