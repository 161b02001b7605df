// SPDX-License-Identifier: Apache-2.0

import ActivityModel

extension PerformJob {
    /// The reason for starting a program. All but activities are the daemon's own programs: no client follows
    /// them, and their files are removed.
    package enum Purpose: Sendable {
        case activity
        /// Prints the options of a live field.
        case options
        /// Prints the targets of a direct field.
        case targets
        /// Converts content, as a step of a Prepare.
        case transform
        /// Describes the contents of the items.
        case inspect
        /// Creates bundles, within a generator's limits instead of a manifest's.
        case generator(Confinement)
    }

    /// Whether the daemon runs the program for itself.
    var isInternal: Bool {
        switch purpose {
        case .activity: false
        case .options, .targets, .transform, .inspect, .generator: true
        }
    }

    /// Whether the program runs in the background: at low priority, with little memory, leaving no process
    /// behind.
    var isInBackground: Bool {
        switch purpose {
        case .inspect, .generator: true
        case .activity, .options, .targets, .transform: false
        }
    }
}

extension PerformJob.Purpose {
    var changesContent: Bool {
        switch self {
        case .transform: true
        case .activity, .options, .targets, .inspect, .generator: false
        }
    }

    var listsTargets: Bool {
        switch self {
        case .targets: true
        case .activity, .options, .transform, .inspect, .generator: false
        }
    }

    /// The verdict of a bundle that accepts the content.
    var code: Verdict.Code { changesContent ? .transform : .listed }
}
