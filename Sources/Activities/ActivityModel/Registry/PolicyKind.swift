// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Subjects of the admin's policy.
package enum PolicyKind: String, CaseIterable, Sendable, JSONConvertible {
    case configuration, elections, arrangement

    /// The folder of its drop-ins.
    package var folder: String { self == .configuration ? "activityd.json.d" : rawValue + ".d" }
}

/// State of a policy file: in force, or why it is not.
package enum PolicyFileState: String, CaseIterable, Sendable, JSONConvertible {
    /// It is in force.
    case used
    /// It, or a part of it, cannot be used, and opens nothing by that.
    case broken
    /// One of the same name comes before it.
    case hidden
    /// A link to /dev/null, which hides those of its name behind it.
    case mask
}

/// Something that the admin turns off by the key of this name.
package enum PolicySwitch: String, CaseIterable, Sendable {
    /// People have activities of their own.
    case personalActivities
    /// Generators run, and their bundles are served.
    case generators
    /// A sheet shows what can be shared to in one press.
    case targets
    /// It is kept what a person has shared to.
    case rememberTargets
    /// People among the targets are shown by their names; else by initials.
    case personNames

    /// Switches that a person turns off too, in a file of their own.
    package static let personal: Set<PolicySwitch> = [.targets, .rememberTargets, .personNames]
}
