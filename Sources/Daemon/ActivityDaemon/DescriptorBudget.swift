// SPDX-License-Identifier: Apache-2.0

import ActivityPerforming

/// Shares the daemon's descriptors (RLIMIT_NOFILE) between connections and activities.
///
/// If the limit is too low for both, as in containers with a limit of 1,024, activities get half of the
/// available descriptors, or more if connections need less than the other half. There are at most half as
/// many activities as connections: one connection is for an activity's client, one for a client that cancels
/// it.
struct DescriptorBudget: Hashable {
    /// Descriptors for sockets, the journal, inotify and a load's open files.
    private static let own = 128
    /// Minimum number with which the daemon can serve: with fewer it could only listen.
    private static let minimum = 48

    let connections: Int
    let activities: Int
    /// Connections for sandboxed apps, in addition to `connections`.
    let sandboxed: Int

    /// - Parameter raiseLimit: raises the process's limit to a number, or as far as permitted, and returns
    ///   the limit.
    /// - Throws: `tooFewDescriptors` if fewer than `minimum` are available.
    init(
        connections: Int, activities: Int, sandboxed: Int, raisingLimit raiseLimit: (Int) -> Int
    ) throws(StartError) {
        let wanted = Self.own + connections + activities * Performer.descriptors + sandboxed
        let available = raiseLimit(wanted)
        guard available >= Self.minimum else {
            throw .tooFewDescriptors(limit: UInt(available), needed: UInt(Self.minimum))
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
