// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// A started unit's state, and the events already reported.
final class StartedUnit {
    /// Progress of a unit, ascending.
    enum Stage: Comparable {
        /// systemd has not tried to start the unit yet; until then its state looks as if it were over.
        case starting
        /// systemd has tried to start it; the outcome is unknown.
        case tried
        /// Both have been reported: the unit runs, and its main process has ended.
        case running, exited
    }

    let name: String
    let report: (LaunchEvent) -> Void
    /// Explains from the end why the program never ran; nil if an earlier daemon saw it run.
    let setup: UnitSetup?
    var watch: Bus.Subscription?
    private(set) var stage: Stage
    /// The main process's end, from signals: systemd may forget a stopped unit before we can query it.
    var seenEnd: ProcessEnd?
    /// Whether a query for the state is under way. `hasChanged`: whether a signal arrived meanwhile.
    var isAsked = false
    var hasChanged = false
    var hasHungUp = false

    /// - Parameter setup: nil if an earlier daemon started the unit.
    init(_ name: String, _ setup: UnitSetup?, _ report: @escaping (LaunchEvent) -> Void) {
        (self.name, self.setup, self.report) = (name, setup, report)
        stage = setup == nil ? .tried : .starting
    }

    func beTried() { stage = max(stage, .tried) }

    /// Reports that the unit runs, and its end if known; each only once.
    func tell(_ end: ProcessEnd?) {
        if stage < .running {
            stage = .running
            report(.running(unit: name))
        }
        if stage == .running, let end {
            stage = .exited
            report(.exited(end))
        }
    }

    /// The connection that referenced the unit broke. By the next one, systemd will have tried it.
    func lose() {
        watch = nil
        isAsked = false
        beTried()
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
        // A long identifier is cut, but not within an escape: the token alone makes the name unique.
        if let escape = escaped.suffix(3).firstIndex(of: "\\") { escaped = escaped[..<escape] }
        return start + escaped + ending
    }
}
