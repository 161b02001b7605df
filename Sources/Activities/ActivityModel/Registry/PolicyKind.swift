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
