// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// A started unit's state, and the events already reported.
final class StartedUnit {
    /// Progress of a unit, ascending.
    enum Stage: Comparable {
        /// systemd has not tried to start the unit yet; until then its state is indistinguishable from that
        /// of a finished unit.
        case starting
        /// systemd has tried to start it; the outcome is unknown.
        case tried
        /// `running` has been reported.
        case running
        /// `exited` has been reported as well.
        case exited
    }

    let name: String
    let report: (LaunchEvent) -> Void
    /// Derives from the exit status why the program never ran; nil if an earlier daemon started the unit.
    let setup: UnitSetup?
    var watch: Bus.Subscription?
    private(set) var stage: Stage
    /// The main process's exit, as signalled: systemd may unload a stopped unit before we can query it.
    var seenEnd: ProcessEnd?
    /// Whether a query for the state is pending.
    var isQuerying = false
    /// Whether a signal arrived during that query, so that another is needed.
    var hasChanged = false
    /// Whether the unit has closed all its output pipes.
    var hasHungUp = false

    /// - Parameter setup: nil if an earlier daemon started the unit.
    init(_ name: String, _ setup: UnitSetup?, _ report: @escaping (LaunchEvent) -> Void) {
        (self.name, self.setup, self.report) = (name, setup, report)
        stage = setup == nil ? .tried : .starting
    }

    func markTried() { stage = max(stage, .tried) }

    /// Reports `running`, and `exited` if the exit status is known, each at most once.
    func reportEnd(_ end: ProcessEnd?) {
        if stage < .running {
            stage = .running
            report(.running(unit: name))
        }
        if stage == .running, let end {
            stage = .exited
            report(.exited(end))
        }
    }

    /// Called when the unit can no longer be observed over this connection. Assumes that the start was
    /// attempted; `UnitLauncher.checkState` handles the case that it was not.
    func connectionLost() {
        watch = nil
        isQuerying = false
        markTried()
    }
}

/// Names of units, by systemd's rules for desktops ("Desktop Environment Integration").
enum UnitName {
    /// Systemd's limit, UNIT_NAME_MAX, in bytes, without the final NUL.
    private static let maximumBytes = 255

    static func make(_ identifier: String, _ token: String) -> String {
        let start = "app-activityd-"
        let ending = "@" + token + ".service"
        var escaped = SystemdUnitName.escape(identifier).prefix(
            maximumBytes - start.utf8.count - ending.utf8.count)
        // Escaping quadruples each hyphen, so an identifier with many hyphens may exceed the limit. It is
        // truncated, but never inside an escape; the token keeps the name unique.
        if let escape = escaped.suffix(3).firstIndex(of: "\\") { escaped = escaped[..<escape] }
        return start + escaped + ending
    }
}
