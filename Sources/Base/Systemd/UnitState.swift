// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum ProcessEnd: Hashable, Sendable {
    case exited(Int)
    /// The signal's number.
    case killed(Int)
}

/// The manager's view of a service at one moment.
package struct UnitState: Hashable, Sendable {
    /// The service's SubState: "running", "exited", "dead", "failed", …
    package let phase: String
    /// Whether a start or stop is still pending.
    package let hasJob: Bool
    /// The reason for a failure, in systemd's words: "success", "exit-code", "timeout", "resources", …
    package let result: String
    /// The service's latest status text (sd_notify(3), STATUS=).
    package let statusText: String
    /// The main process's exit; nil if there never was such a process, or it still runs.
    package let mainEnd: ProcessEnd?

    init(phase: String, hasJob: Bool, _ properties: [String: BusReply.Value]) {
        self.phase = phase
        self.hasJob = hasJob
        result = properties["Result"]?.text ?? ""
        statusText = properties["StatusText"]?.text ?? ""
        mainEnd = Self.mainEnd(properties)
    }

    static func mainEnd(_ properties: [String: BusReply.Value]) -> ProcessEnd? {
        let status = properties["ExecMainStatus"]?.number ?? 0
        return switch properties["ExecMainCode"]?.number {
        case Int(CLD_EXITED): .exited(status)
        case Int(CLD_KILLED), Int(CLD_DUMPED): .killed(status)
        default: nil
        }
    }

    /// Whether no process of the service runs any more, or none ever ran.
    package var isOver: Bool { ["dead", "failed", "exited"].contains(phase) }
}

extension BusReply.Value {
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
    fileprivate var number: Int? { if case .number(let number) = self { number } else { nil } }
}
