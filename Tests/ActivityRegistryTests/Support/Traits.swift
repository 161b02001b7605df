// SPDX-License-Identifier: Apache-2.0

import ActivityModel

@testable import ActivityRegistry

/// An activity with only an identifier.
extension ActivityTraits: ExpressibleByStringLiteral {
    /// Takes the identifier.
    public init(stringLiteral identifier: String) { self.init(identifier) }
}

extension Elections {
    /// The elections of the one policy.
    var admin: ElectionTable {
        get { bounds[0].table }
        set { bounds[0].table = newValue }
    }

    func decision(for identifier: String) -> Decision { decision(for: ActivityTraits(identifier)) }
}
