// SPDX-License-Identifier: Apache-2.0
//
// That a program never became one, systemd tells by an exit status from 200 to 243 (systemd.exec(5)); so does
// a program that chooses such a status itself, and one that ends at once looks the same in all that systemd
// tells. So a status is believed to be systemd's own only where the reason for it is there to be seen, or
// where kernels are known to refuse what was asked for.

import Glibc
import Systemd

/// What systemd was asked to set up for a program.
struct UnitSetup {
    private static let home = 200
    private static let execution = 203
    /// User, network, namespace, privileges and system calls.
    private static let sandbox: Set = [217, 225, 226, 227, 228]

    let program: String
    let homeFolder: String
    let isNarrowed: Bool

    /// Why the program never ran; nil where it did.
    func refusal(_ state: UnitState, _ end: ProcessEnd?) -> String? {
        switch end {
        // Forgotten, by a systemd that was started anew just when it ended.
        case nil where state.result == "success": nil
        case nil: "systemd could not start it: \(state.result)."
        case .exited(let status): refusal(status)
        case .killed: nil
        }
    }

    private func refusal(_ status: Int) -> String? {
        switch status {
        case Self.home where access(homeFolder, X_OK) != 0:
            "The home folder cannot be entered: \(homeFolder)."
        case Self.execution where !ProgramFile.canRun(program):
            "The program cannot be executed. Is what its first line names there?"
        case _ where isNarrowed && Self.sandbox.contains(status):
            "systemd could not set it up (status \(status), see systemd.exec(5)); its log says more."
        default: nil
        }
    }
}
