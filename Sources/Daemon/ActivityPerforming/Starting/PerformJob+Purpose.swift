// SPDX-License-Identifier: Apache-2.0

extension PerformJob {
    /// Whether the daemon starts it for itself.
    var isInternal: Bool { if case .activity = purpose { false } else { true } }

    /// Whether it works beside what the person does: at a low priority, with little memory, and with nothing left running.
    var isInBackground: Bool {
        switch purpose {
        case .inspect, .generator: true
        case .activity, .options, .targets, .transform: false
        }
    }

    /// Whether it sees nothing but its items, its bundle and the system's programs.
    var isClosed: Bool {
        switch purpose {
        case .inspect, .transform: true
        case .activity, .options, .targets, .generator: false
        }
    }
}
