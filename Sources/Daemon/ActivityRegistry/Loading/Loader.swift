// SPDX-License-Identifier: Apache-2.0
//
// From folders to bundles.
//
// A load passes over the search path three times. The first pass reads names alone: who wins, who is shadowed
// and who is masked depends on no file's content, so a bundle that breaks does not bring back an older one
// behind it. The second pass reads the system's bundles, since their titles decide about the others. The
// third reads the custom bundles, each on its own: a fault in one bundle becomes its rejection and stops no
// other. Only the icon remains. Findings on icons are cached by content; a bundle whose icon has no findings
// yet is pending, and joins through `finish`.
//
// A load is a pure function of the disk, the elections, the clock and the load before; it changes nothing.

package import ActivityDrawing
package import ActivityModel
import CLinux
import Glibc
import Host

package struct Loader {
    /// Maximum number of custom bundles: more than any person installs, and as many as start within a second.
    package static let maximumBundles = 10_000

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
    /// Called with the paths of the bundles found, and with the links to bundles, before any of them is read.
    let willRead: (_ bundles: [String], _ links: [String]) -> Void
    /// Called, from any thread, with the path that is read next; nil when done.
    let reportPath: @Sendable (String?) -> Void

    /// A loader of `path` that accepts bundles of the owners in `trust`; nil accepts every owner.
    ///
    /// The admin's elections decide which titles are reserved. `masks` holds the names of the masks in force,
    /// by folder. `programPath` is the PATH for required programs. `established` comes from the load before;
    /// the clock is CLOCK_REALTIME in milliseconds.
    package init(
        path: SearchPath, trust: Trust?, cache: FindingsCache, elections: Elections = Elections(),
        masks: [String: [String]] = [:], programPath: String,
        surroundings: Surroundings = Surroundings(session: nil),
        established: [String: String] = [:], limit: Int = Loader.maximumBundles,
        clock: @escaping () -> Int = Clocks.real,
        reportPath: @escaping @Sendable (String?) -> Void = { _ in },
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
        self.reportPath = reportPath
    }

    /// - Parameters:
    ///   - serving: the bundles that serve now.
    ///   - previous: the load before; unchanged bundles are not read again.
    package func load(serving: [Bundle] = [], previous: Load = Load()) -> Load {
        var pass = LoadPass(self, serving: serving, previous: previous)
        return pass.run()
    }

    /// Adds the pending bundles whose icons have been judged; findings are keyed by `Candidate.findingsKey`.
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
            if found?.isCacheable == false { result.scheduleRescan(at: now + Self.retry) }
            let bundle = candidate.finished(with: found)
            let last = load.standIns[candidate.record.location]
            result.addOrHoldBack(bundle, last: last, now: now)
        }
        result.sort()
        result.establish(after: result.established, elections)
        return result
    }

    /// Half a minute, in milliseconds: the pause before a failed judge or device is tried again.
    static let retry = 30_000
}

extension Candidate {
    /// Whether the findings cover the candidate's icon; true if it has no icon.
    fileprivate func isJudged(by findings: [Digest: IconFindings]) -> Bool {
        findingsKey.map { findings[$0] != nil } ?? true
    }
}
