// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd

/// What is known of a unit that was started, and what was told of it.
final class StartedUnit {
    enum Told {
        case nothing
        /// An earlier daemon saw it run; whether it still does is to be asked.
        case adopted
        case running, exited
    }

    let name: String
    let report: (LaunchEvent) -> Void
    /// Tells why it never ran from how it ended; nil of one that was adopted.
    let setup: UnitSetup?
    var watch: UnitClient.Watch?
    var told: Told
    /// How the main process ended, from signals: a unit that is stopped may be forgotten before it is asked.
    var seenEnd: ProcessEnd?
    /// Whether systemd has tried to start it: before that, it looks as if it were over.
    var isTried: Bool
    var isAsked = false
    var hasChanged = false
    var hasHungUp = false

    init(_ name: String, _ setup: UnitSetup, _ report: @escaping (LaunchEvent) -> Void) {
        (self.name, self.setup, self.report, told, isTried) = (name, setup, report, .nothing, false)
    }

    init(adopting name: String, _ report: @escaping (LaunchEvent) -> Void) {
        (self.name, setup, self.report, told, isTried) = (name, nil, report, .adopted, true)
    }

    /// The connection over which it was held broke. By the next one it will have been tried.
    func lose() {
        watch = nil
        isAsked = false
        isTried = true
    }
}

/// The names of units, by systemd's rules for desktops ("Desktop Environment Integration").
enum UnitName {
    /// Of systemd, UNIT_NAME_MAX, without the final NUL.
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
