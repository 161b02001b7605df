// SPDX-License-Identifier: Apache-2.0

import ActivityModel

@testable import ActivityRegistry

/// An activity of which only the identifier matters.
extension ActivityTraits: ExpressibleByStringLiteral {
    /// Takes the identifier.
    public init(stringLiteral identifier: String) { self.init(identifier) }
}

extension PolicySettings {
    func allows(_ activity: ActivityTraits) -> Bool { allowed.allSatisfy { $0.contains(activity) } }
}

extension Elections {
    func decision(for identifier: String) -> Decision { decision(for: ActivityTraits(identifier)) }
}

extension ElectionStore {
    func lock(on identifier: String) -> String? { lock(on: ActivityTraits(identifier)) }

    func refusal(of identifier: String, lock: Bool) -> ChangeFault? {
        refusal(of: ActivityTraits(identifier), lock: lock)
    }
}
