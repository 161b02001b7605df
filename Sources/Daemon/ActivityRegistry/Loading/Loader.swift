// SPDX-License-Identifier: Apache-2.0
//
// From folders to bundles.
//
// A load goes over the search path three times. First by name: who wins, who is shadowed, what is masked,
// depends on nothing that a file holds, so that a bundle that breaks does not bring back an older one behind
// it. Then the system's bundles are read, since their titles decide about the others. Then the custom ones,
// each on its own: whatever is wrong with one becomes its rejection and stops no other. What remains is the
// icon. Findings are filed by content; a bundle whose icon has no findings yet is pending, and joins by
// `finish`.
//
// A load is a pure function of the disk, the elections, the clock and what served before; it changes nothing.

package import ActivityDrawing
package import ActivityModel
import CLinux
import Glibc
import Host

/// Reads the bundles of a search path.
package struct Loader {
    /// Maximum custom bundles: ten times what a load can hold in memory and time without being noticed.
    package static let maximumBundles = 100_000

    let path: SearchPath
    let trust: Trust?
    let cache: FindingsCache
    let elections: Elections
    let masks: [String: [String]]
    let programPath: String
    let surroundings: Surroundings
    let established: [String: String]
    let limit: Int
    let clock: () -> Int
    /// Called with the paths of the bundles that were found, and with the links to bundles, before anything in them
    /// is read.
    let willRead: (_ bundles: [String], _ links: [String]) -> Void
    /// Called, from any thread, with the path of what it looks at next; nil: nothing.
    let note: @Sendable (String?) -> Void

    /// A loader of `path` that takes the bundles of those in `trust`; nil takes everybody's.
    ///
    /// The admin's elections decide whose titles are reserved. `masks` are the names of masks, by folders that may be
    /// out of reach. Required programs are looked up in `programPath`, a PATH. `established` is the load's before; the
    /// clock is CLOCK_REALTIME in milliseconds.
    package init(
        path: SearchPath, trust: Trust?, cache: FindingsCache, elections: Elections = Elections(),
        masks: [String: [String]] = [:], programPath: String,
        surroundings: Surroundings = Surroundings(session: nil),
        established: [String: String] = [:], limit: Int = Loader.maximumBundles,
        clock: @escaping () -> Int = Clocks.real, note: @escaping @Sendable (String?) -> Void = { _ in },
        willRead: @escaping (_ bundles: [String], _ links: [String]) -> Void = { _, _ in }
    ) {
        self.path = path
        self.trust = trust
        self.cache = cache
        self.elections = elections
        self.masks = masks
        self.programPath = programPath
        self.surroundings = surroundings
        self.established = established
        self.limit = limit
        self.clock = clock
        self.willRead = willRead
        self.note = note
    }

    /// Looks at the whole path.
    ///
    /// - Parameters:
    ///   - serving: the bundles that serve now.
    ///   - previous: the load before; what has not changed since is not read again.
    package func load(serving: [Bundle] = [], previous: Load = Load()) -> Load {
        var pass = LoadPass(self, serving: serving, previous: previous)
        return pass.run()
    }

    /// Adds the pending bundles whose icons have been judged; findings are filed by
    /// `Candidate.findingsKey`.
    package func finish(_ load: Load, _ findings: [Digest: IconFindings]) -> Load {
        var result = load
        result.pending = []
        let judged = Set(load.pending.filter { $0.isJudged(by: findings) }.map(\.record.location))
        result.bundles.removeAll { judged.contains($0.location) }
        let now = clock()
        for candidate in load.pending {
            guard candidate.isJudged(by: findings) else {
                result.pending.append(candidate)
                continue
            }
            let found = candidate.findingsKey.flatMap { findings[$0] }
            if found?.isLasting == false { result.look(again: now + Self.retry) }
            let bundle = candidate.finished(with: found)
            let last = load.standIns[candidate.record.location]
            result.settle(bundle, last: last, now: now)
        }
        result.sort()
        result.establish(after: result.established, elections)
        return result
    }

    /// Half a minute, in milliseconds: how long a judge that failed is left alone.
    static let retry = 30_000
}

extension Candidate {
    /// Whether nothing about it is open any more, given these findings. One without an icon has nothing to be
    /// judged.
    fileprivate func isJudged(by findings: [Digest: IconFindings]) -> Bool {
        findingsKey.map { findings[$0] != nil } ?? true
    }
}
