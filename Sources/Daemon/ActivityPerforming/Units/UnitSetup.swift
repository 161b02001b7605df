// SPDX-License-Identifier: Apache-2.0
//
// systemd reports a program that it could not start as an exit status from 200 to 243 (systemd.exec(5)). A
// program may exit with such a status too, and if it ends immediately, all other state is the same. So a
// status counts as systemd's own only if its cause is visible. A sandbox itself reports the reason why it did
// not start a program.

import Glibc
import Systemd

/// A program's setup as requested from systemd.
struct UnitSetup: Sendable {
    private static let exitChdir = 200
    private static let exitExec = 203

    let program: String
    let folder: String
    let isSandboxed: Bool

    /// Whether `refusal` reads files, whose file system may hang.
    func needsDisk(_ end: ProcessEnd?) -> Bool {
        end == .exited(Self.exitChdir) || end == .exited(Self.exitExec)
    }

    /// The reason why the program never ran; nil if it ran, as far as its end shows. Call on the disk's
    /// thread if `needsDisk`.
    func refusal(_ state: UnitState, _ end: ProcessEnd?) -> String? {
        if isSandboxed, !state.statusText.isEmpty { return state.statusText + "." }
        return switch end {
        // systemd was restarted just as the program ended, and has forgotten how.
        case nil where state.result == "success": nil
        case nil: "systemd could not start it: \(state.result)."
        case .exited(let status): refusal(status)
        case .killed: nil
        }
    }

    private func refusal(_ status: Int) -> String? {
        switch status {
        case Self.exitChdir where access(folder, X_OK) != 0:
            "The folder that it starts in cannot be entered: \(folder)."
        case Self.exitExec where !ProgramFile.canRun(program):
            "The program cannot be executed. Is what its first line names there?"
        default: nil
        }
    }
}
