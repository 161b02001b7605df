// SPDX-License-Identifier: Apache-2.0

extension PerformJob {
    /// Whether the daemon runs the program for itself.
    var isInternal: Bool { if case .activity = purpose { false } else { true } }

    /// Whether the program runs in the background: at low priority, with little memory, leaving no process
    /// behind.
    var isInBackground: Bool {
        switch purpose {
        case .inspect, .generator: true
        case .activity, .options, .targets, .transform: false
        }
    }

    /// Whether the program sees only its items, its bundle and the system's programs.
    var isClosed: Bool {
        switch purpose {
        case .inspect, .transform: true
        case .activity, .options, .targets, .generator: false
        }
    }
}
