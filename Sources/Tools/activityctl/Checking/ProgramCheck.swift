// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityRegistry
import Host

/// Finds faults in a bundle's programs without running them.
///
/// All are warnings for the author. A daemon rejects no bundle for them: the next machine may have the
/// missing program.
struct ProgramCheck {
    /// Programs assumed to be on every machine: common POSIX utilities, and bash.
    private static let everywhere: Set<String> = [
        "awk", "bash", "cat", "cp", "date", "echo", "env", "false", "find", "grep", "head", "ln", "ls",
        "mkdir", "mv",
        "printf", "sed", "sh", "sleep", "sort", "tail", "tee", "touch", "tr", "true", "wc",
    ]
    /// Maximum number of bytes to read from a script.
    private static let limit = 1 << 20

    private let manifest: Manifest
    private let folder: String
    private let path = Environment.value("PATH") ?? ""
    private(set) var remarks: [Diagnostic] = []
    /// Programs that need no warning: on every machine, declared, or already warned about.
    private var declared: Set<String>

    /// - Parameter folder: the bundle's folder.
    init(_ manifest: Manifest, in folder: String) {
        self.manifest = manifest
        self.folder = folder
        declared = Self.everywhere.union(manifest.requiredPrograms.joined())
        for (program, pointer) in manifest.ownPrograms { checkScript(at: program, pointer) }
        for (program, pointer) in manifest.otherPrograms { declare(program, pointer) }
        checkInput()
        checkRequired()
    }

    /// Warns if this machine does not meet a requirement, and so does not list the activity.
    private mutating func checkRequired() {
        for (index, names) in manifest.requiredPrograms.enumerated()
        where !names.contains(where: { ProgramPath.find($0, in: path) != nil }) {
            let missing = names.joined(separator: " or ")
            warn(
                .programMissing, "/requires/programs/\(index)",
                "\(missing) is not on this machine, so the activity is not listed here. Correct the name, or "
                    + "install it."
            )
        }
    }

    private mutating func warn(_ rule: Rule, _ pointer: String, _ message: String) {
        remarks.append(Diagnostic(rule, at: pointer, message))
    }

    /// Warns if the program cannot find its items: no argument refers to items or answers, it has no input,
    /// and it does not start in an item's folder.
    private mutating func checkInput() {
        let options = manifest.performOptions
        guard case .exec(let exec) = manifest.perform, let program = exec.first, !program.isEmpty,
            options.stdin == .none, options.workingDirectory == .home
        else { return }
        let arguments = exec.map { ExecArgument($0) }
        guard arguments.allSatisfy({ $0.codes.isEmpty && $0.answers.isEmpty }) else { return }
        warn(
            .programInput, "/perform/exec",
            "\(program) never receives the shared items. Write \"%F\" after it for the paths of files, "
                + "\"%U\" for URIs, or \"stdin\": \"text\" or \"request\".")
    }

    private mutating func checkScript(at program: String, _ pointer: String) {
        guard let bytes = try? FileBytes.read(folder + "/" + program, limit: Self.limit) else { return }
        let script = Script(bytes)
        if script.hasCarriageReturns {
            warn(
                .programLineEnds, pointer,
                "\(program) has Windows line endings; the interpreter would read each carriage return as "
                    + "part of the line. Run: sed -i 's/\\r$//' \(program)")
        }
        switch script.kind {
        case .binary: break
        case .marked:
            warn(
                .programInterpreter, pointer,
                "\(program) begins with a byte order mark, so the kernel does not see its #! line. Run: "
                    + "sed -i '1s/^\\xEF\\xBB\\xBF//' \(program)")
        case .text:
            warn(
                .programInterpreter, pointer,
                "\(program) does not begin with #! and an interpreter, so it cannot be started. Begin it "
                    + "with a line such as #!/bin/sh or #!/usr/bin/env python3.")
        case .unsplit(let words):
            warn(
                .programInterpreter, pointer,
                "\(program) is started by a program named \"\(words)\", blanks and all. Write #!/usr/bin/env "
                    + "-S \(words)."
            )
        case .script(let interpreter, let name): find(interpreter, name, of: program, pointer)
        }
    }

    private mutating func find(_ interpreter: String, _ name: String?, of program: String, _ pointer: String)
    {
        for needed in [interpreter, name].compactMap(\.self) where !isThere(needed) {
            return warn(
                .programInterpreter, pointer,
                "\(program) is run by \(needed), which is not on this machine. Correct its first line, or "
                    + "install it."
            )
        }
        declare(name ?? String(interpreter.split(separator: "/").last ?? ""), pointer, of: program)
    }

    private func isThere(_ program: String) -> Bool {
        (BundlePath.isAbsolute(program) || !BundlePath.isPath(program))
            && ProgramPath.find(program, in: path) != nil
    }

    private mutating func declare(_ program: String, _ pointer: String, of script: String? = nil) {
        let name = String(program.split(separator: "/").last ?? "")
        guard !name.isEmpty, !declared.contains(program) else { return }
        let inside = [program, "bin/" + program].first { FileKind(folder + "/" + $0) != .missing }
        if script == nil, !BundlePath.isPath(program), let inside {
            let written =
                BundlePath.isPath(inside) ? inside : "a path such as bin/\(inside), and move it there"
            return warn(
                .programUndeclared, pointer,
                "A name without a slash is looked for in PATH, and not in the bundle. Write \(written).")
        }
        guard declared.insert(name).inserted else { return }
        warn(
            .programUndeclared, pointer,
            (script.map { "\($0) is run by \(program), and a machine" } ?? "A machine")
                + " without \(name) would offer the activity and fail. Write \"requires\": { \"programs\": "
                + "[\"\(name)\"] }.")
    }
}
