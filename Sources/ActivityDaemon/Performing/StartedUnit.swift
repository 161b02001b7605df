// SPDX-License-Identifier: Apache-2.0

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
    var watch: UnitManager.Watch?
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
