// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// The state of a unit that was started, and what was reported of it.
final class StartedUnit {
    /// How far it has come; each of these is further than the one before.
    enum Stage: Comparable {
        /// Before systemd has tried to start it, it looks as if it were over.
        case starting
        /// Whether it runs is to be asked.
        case tried
        /// That is told: it runs, and has ended.
        case running, exited
    }

    let name: String
    let report: (LaunchEvent) -> Void
    /// Tells why it never ran from how it ended; nil of one that an earlier daemon saw run.
    let setup: UnitSetup?
    var watch: Bus.Subscription?
    private(set) var stage: Stage
    /// How the main process ended, from signals: a unit that is stopped may be forgotten before it is asked.
    var seenEnd: ProcessEnd?
    /// Whether it is being asked how it is, and has changed meanwhile.
    var isAsked = false
    var hasChanged = false
    var hasHungUp = false

    /// - Parameter setup: nil of one that an earlier daemon has started.
    init(_ name: String, _ setup: UnitSetup?, _ report: @escaping (LaunchEvent) -> Void) {
        (self.name, self.setup, self.report) = (name, setup, report)
        stage = setup == nil ? .tried : .starting
    }

    func beTried() { stage = max(stage, .tried) }

    /// Reports that it runs, and how it has ended where that is known; neither twice.
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

    /// The connection over which it was held broke. By the next one it will have been tried.
    func lose() {
        watch = nil
        isAsked = false
        beTried()
    }
}

/// The names of units, by systemd's rules for desktops ("Desktop Environment Integration").
enum UnitName {
    /// Systemd's limit, UNIT_NAME_MAX, in bytes, without the final NUL.
    private static let maximumBytes = 255

    static func make(_ identifier: String, _ token: String) -> String {
        let start = "app-activityd-"
        let ending = "@" + token + ".service"
        var escaped = SystemdUnitName.escape(identifier).prefix(
            maximumBytes - start.utf8.count - ending.utf8.count)
        // A long identifier with many hyphens is cut, not amid an escape: the token alone tells units apart.
        if let escape = escaped.suffix(3).firstIndex(of: "\\") { escaped = escaped[..<escape] }
        return start + escaped + ending
    }
}
