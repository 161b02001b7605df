// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming
import Host

/// The descriptors that the daemon may have open (RLIMIT_NOFILE), shared out.
///
/// Where there are fewer than all could need, as in containers whose limit is 1,024, activities have at most half. Each that
/// runs leaves room for its client and for one that cancels it, however few connections there may be.
struct DescriptorBudget: Hashable {
    /// Sockets, the journal, inotify, and what a load has open.
    private static let own = 128
    /// The fewest with which it answers: with less it would only listen.
    private static let least = 48

    let connections: Int
    let activities: Int
    /// Connections of apps in sandboxes, taken from nobody.
    let sandboxed: Int

    /// Raises the soft limit to what is wanted, as far as the hard one lets it.
    init(connections: Int, activities: Int, sandboxed: Int) throws(StartError) {
        let wanted = Self.own + connections + activities * Performer.descriptors + sandboxed
        let available = DescriptorLimit.raise(to: wanted)
        guard available >= Self.least else {
            throw .tooFewDescriptors(limit: UInt(available), needed: UInt(Self.least))
        }
        self.init(
            connections: connections, activities: activities, sandboxed: sandboxed, of: available)
    }

    init(connections: Int, activities: Int, sandboxed: Int = 0, of available: Int) {
        self.sandboxed = min(sandboxed, available / 8)
        let left = available - min(Self.own, available / 2) - self.sandboxed
        let share = max(left / 2, left - connections) / Performer.descriptors
        self.activities = min(activities, (connections - 1) / 2, share)
        self.connections = min(connections, left - self.activities * Performer.descriptors)
    }
}
