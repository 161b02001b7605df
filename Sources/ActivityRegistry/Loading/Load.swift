// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// What one look at the search path gave.
package struct Load: Sendable {
    /// All that is judged: the system's bundles first, by position, then by identifier; of one identifier the
    /// bundle that serves or is rejected before those that it hides.
    package internal(set) var bundles: [Bundle] = []
    /// What serves as soon as its icon is judged.
    package internal(set) var pending: [Candidate] = []
    /// When to look again, in milliseconds of CLOCK_REALTIME: bundles are held back that may still be being
    /// copied.
    package internal(set) var unsettledUntil: Int?
    /// What a custom bundle is held against now; for Register and Check.
    package internal(set) var neighbours = Neighbours()
    /// The search path's folders, there or not, and those in which required programs were looked up.
    package internal(set) var foldersToWatch: [String] = []
    /// Files that tell of what activities require.
    package internal(set) var filesToWatch: [String] = []
    /// The bundles' own folders, those that serve or wait first, then the folders within them that matter.
    package internal(set) var bundlesToWatch: [String] = []
    /// Titles of custom activities by identifier that no system activity bore when they were first served; to
    /// be given to the next `Loader`, and kept over restarts, so that a new version of the system's
    /// activities rejects none of them.
    package internal(set) var established: [String: String] = [:]
    /// Folders of the search path that could not be read: sentences for the journal.
    package internal(set) var problems: [String] = []
    /// How many bundles are past the limit and not looked at.
    package internal(set) var leftOut = 0
    /// Whether something could not be read for a reason that lies in the machine.
    var gap = Gap.none
    /// The last good versions of what is pending, by path; they are among the bundles until then.
    var lastGood: [String: Bundle] = [:]
    /// Bundles with errors that a program may still be copying, by path.
    var heldBack: [String: Bundle] = [:]
    /// Verdicts on titles that last; for the cache.
    var titleVerdicts: [Digest: [Diagnostic]] = [:]
    /// Whether the system's folder could be read: otherwise no title can be attributed.
    var knowsSystem = false

    package init() {}

    /// All that was read, by path.
    var records: [String: BundleRecord] {
        let all = bundles.map(\.record) + pending.map(\.record)
        return Dictionary(all.map { ($0.path, $0) }) { _, last in last }
    }

    package var reserved: ReservedTitles { neighbours.reserved }

    /// Adds a bundle, but for one with errors that changed less than `grace` ago: a program may be copying it.
    /// Its last good version serves until then.
    mutating func settle(_ bundle: Bundle, last: Bundle?, now: Int) {
        let changed = bundle.record.changed
        let age = now - changed
        guard bundle.standing == .rejected, abs(age) < Self.grace else { return bundles.append(bundle) }
        look(again: changed + Self.grace)
        heldBack[bundle.path] = bundle
        if let last { bundles.append(last) }
    }

    mutating func look(again time: Int) { unsettledUntil = min(unsettledUntil ?? time, time) }

    /// Two seconds, in milliseconds: a copy over a slow link pauses for less.
    package static let grace = 2_000

    mutating func sort() {
        let places = bundles.enumerated().map { $1.place($0) }
        bundles = bundles.indices.sorted { places[$0] < places[$1] }.map { bundles[$0] }
    }
}

extension Bundle {
    fileprivate func place(_ offset: Int) -> (Int, Int, String, Int, Int) {
        let isHidden = standing != .present && standing != .rejected
        let position = record.manifest.position ?? .max
        return (source == .system ? 0 : 1, position, record.identifier, isHidden ? 1 : 0, offset)
    }
}
