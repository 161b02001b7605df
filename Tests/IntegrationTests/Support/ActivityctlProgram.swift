// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import TestSupport
import Testing

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
        let script = #"cd "$0" && exec "$@" <.input >.output 2>.errors"#
        let command = ["/bin/sh", "-c", script, folder, program] + arguments
        let status: Int32 =
            switch try? ChildProcess.run(command, environment: environment).end {
            case .exited(let status)?: status
            case .killed(by: let signal)?: -signal
            case nil: -1
            }
        return Ending(status: status, output: read(".output"), errors: read(".errors"))
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
