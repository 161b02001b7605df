// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// What the admin's policy is about.
package enum PolicyKind: String, CaseIterable, Sendable, JSONConvertible {
    case configuration, elections, arrangement

    /// The folder of its drop-ins.
    package var folder: String { self == .configuration ? "activityd.json.d" : rawValue + ".d" }
}

/// What becomes of a file of policy.
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
