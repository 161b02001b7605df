// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Subjects of the admin's policy, each with files of its own.
package enum PolicyKind: String, CaseIterable, Sendable, JSONConvertible {
    case configuration, elections, arrangement

    /// Name of the folder of drop-ins.
    package var folder: String { self == .configuration ? "activityd.json.d" : rawValue + ".d" }
}

/// State of a policy file: effective, or the reason why it is not.
package enum PolicyFileState: String, CaseIterable, Sendable, JSONConvertible {
    /// The file is effective.
    case used
    /// The file, or a part of it, is invalid, and permits nothing.
    case broken
    /// A file of the same name precedes this one.
    case hidden
    /// A link to /dev/null, which hides later files of its name.
    case mask
}

/// A feature that the admin turns off with the key of this name.
package enum PolicySwitch: String, CaseIterable, Sendable {
    /// People may have activities of their own.
    case personalActivities
    /// Generators run, and their bundles are served.
    case generators
    /// A sheet shows targets, to share to with one press.
    case targets
    /// The daemon remembers the targets that a person has shared to.
    case rememberTargets
    /// People among the targets are shown by their names; otherwise by initials.
    case personNames

    /// Switches that a person can turn off too, in a file of their own.
    package static let personal: Set<PolicySwitch> = [.targets, .rememberTargets, .personNames]
}
