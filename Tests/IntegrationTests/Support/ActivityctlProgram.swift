// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport

/// The built activityctl, run in a folder and an environment of its own.
final class ActivityctlProgram {
    struct Ending {
        let status: Int32
        let output: String
        let errors: String
    }

    fileprivate let scratch = Scratch()
    /// Where it runs.
    var folder: String { scratch.path }
    var environment: [String: String]

    init() {
        let folder = scratch.path
        environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder + "/run",
            "XDG_DATA_DIRS": "/usr/share", "LC_ALL": "C.UTF-8",
        ]
    }

    /// Some tests leave names that are not UTF-8.
    deinit {
        _ = run("/bin/rm", ["-rf", folder])
    }

    static let path = Checkout.program("activityctl")

    /// Runs it to its end.
    func callAsFunction(_ arguments: String..., input: String = "") -> Ending {
        write(".input", input)
        return run(Self.path, arguments)
    }

    func write(_ name: String, _ text: String, mode: mode_t = 0o644) {
        Files.write(scratch(name), text, mode: mode)
    }

    func write(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) {
        Files.write(scratch(name), bytes, mode: mode)
    }

    func read(_ name: String) -> String { Files.text(scratch(name)) }

    fileprivate func run(_ program: String, _ arguments: [String]) -> Ending {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, name) in [(1, ".output"), (2, ".errors")] as [(Int32, String)] {
            let flags = O_WRONLY | O_CREAT | O_TRUNC
            posix_spawn_file_actions_addopen(&actions, descriptor, folder + "/" + name, flags, 0o600)
        }
        posix_spawn_file_actions_addopen(&actions, 0, folder + "/.input", O_RDONLY, 0)
        var attributes = ChildSignals.ordinary
        var child: pid_t = 0
        let entering = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder, program]
        let argv = (entering + arguments).map { strdup($0) } + [nil]
        let envp = environment.sanitized.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        guard posix_spawn(&child, "/bin/sh", &actions, &attributes, argv, envp) == 0 else {
            return Ending(status: -1, output: "", errors: "\(program) cannot be started")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        return Ending(status: code, output: read(".output"), errors: read(".errors"))
    }
}

extension ActivityctlProgram {
    func run(_ arguments: [String]) -> Ending {
        write(".input", "")
        return run(Self.path, arguments)
    }

    func shell(_ script: String) -> Ending {
        write(".input", "")
        return run("/bin/sh", ["-c", script])
    }

    func makeFolder(_ name: String) { scratch.folder(name) }

    /// Writes a bundle that breaks no rule, but for what is said; the path's last part is the identifier.
    ///
    /// - Returns: its folder's name.
    func bundle(_ path: String, title: String = "Do It", more: String = "") -> String {
        let identifier = path.split(separator: "/").last ?? ""
        makeFolder(path + ".activity")
        write(path + ".activity/icon.svg", Self.icon)
        write(
            path + ".activity/manifest.json",
            """
            {
              "manifestVersion": 1,
              "identifier": "\(identifier)",
              "title": "\(title)", \(more)
              "icon": "icon.svg", "category": "action",
              "accepts": [ { "types": ["image/*"] } ],
              "perform": { "exec": ["true", "%F"] }
            }
            """)
        return path + ".activity"
    }

    private static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="70" height="70" viewBox="0 0 70 70">
          <circle cx="35" cy="35" r="25" fill="none" stroke="#000" stroke-width="5"/>
        </svg>
        """
}
