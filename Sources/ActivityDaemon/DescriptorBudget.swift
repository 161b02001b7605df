// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import Glibc

/// The descriptors that the daemon may have open (RLIMIT_NOFILE), shared out.
///
/// Where there are fewer than all could need, as in containers whose limit is 1,024, activities have at most half. Each that
/// runs leaves room for its client and for one that cancels it, however few connections there may be.
struct DescriptorBudget: Hashable {
    /// Sockets, the journal, inotify, and what a load has open.
    private static let own = 128
    /// With fewer it would listen, and never answer.
    private static let least = 48

    /// Connections at the same time.
    let connections: Int
    /// Activities that run at the same time.
    let activities: Int

    /// Raises the soft limit to what is wanted, as far as the hard one lets it.
    init(connections: Int, activities: Int) throws(StartError) {
        let wanted = Self.own + connections + activities * Performer.descriptors
        let available = Self.raiseLimit(to: wanted)
        guard available >= Self.least else {
            throw .tooFewDescriptors(limit: UInt(available), needed: UInt(Self.least))
        }
        self.init(connections: connections, activities: activities, of: available)
    }

    init(connections: Int, activities: Int, of available: Int) {
        let left = available - min(Self.own, available / 2)
        let share = max(left / 2, left - connections) / Performer.descriptors
        self.activities = min(activities, (connections - 1) / 2, share)
        self.connections = min(connections, left - self.activities * Performer.descriptors)
    }

    /// - Returns: how many there are then.
    private static func raiseLimit(to count: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return count }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, UInt(count)))
        setrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
