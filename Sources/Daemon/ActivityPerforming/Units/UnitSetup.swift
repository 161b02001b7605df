// SPDX-License-Identifier: Apache-2.0
//
// That a program never became one, systemd tells by an exit status from 200 to 243 (systemd.exec(5)); so does
// a program that chooses such a status itself, and one that ends at once looks the same in all that systemd
// tells. So a status is believed to be systemd's own only where the reason for it is there to be seen. A
// sandbox says by itself why it did not start a program.

import Glibc
import Systemd

/// A program's setup as requested from systemd.
struct UnitSetup: Sendable {
    private static let change = 200
    private static let execution = 203

    let program: String
    /// Where it starts.
    let folder: String
    let isSandboxed: Bool

    /// Whether only files tell if the program ever ran. They may lie in a file system that hangs.
    func needsDisk(_ end: ProcessEnd?) -> Bool {
        end == .exited(Self.change) || end == .exited(Self.execution)
    }

    /// Why the program never ran; nil where it did. On the disk's thread where that is needed.
    func refusal(_ state: UnitState, _ end: ProcessEnd?) -> String? {
        if isSandboxed, !state.statusText.isEmpty { return state.statusText + "." }
        return switch end {
        // Forgotten by a systemd that was restarted just when it ended.
        case nil where state.result == "success": nil
        case nil: "systemd could not start it: \(state.result)."
        case .exited(let status): refusal(status)
        case .killed: nil
        }
    }

    private func refusal(_ status: Int) -> String? {
        switch status {
        case Self.change where access(folder, X_OK) != 0:
            "The folder that it starts in cannot be entered: \(folder)."
        case Self.execution where !ProgramFile.canRun(program):
            "The program cannot be executed. Is what its first line names there?"
        default: nil
        }
    }
}
