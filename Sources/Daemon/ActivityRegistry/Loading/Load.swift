// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host
import StrictJSON

/// The result of reading the search path.
package struct Load: Sendable {
    /// All judged bundles and the stand-ins of pending ones: system bundles first, by position, then by
    /// identifier. Among bundles of one identifier, the one that serves or is rejected precedes hidden ones.
    package internal(set) var bundles: [Bundle] = []
    /// Bundles whose icons have yet to be judged; they are sound otherwise.
    package internal(set) var pending: [Candidate] = []
    /// Time of the next scan, in milliseconds of CLOCK_REALTIME: bundles are held back that a program may
    /// still be copying, a read failed for a temporary reason, or a watch is new. Nil if no scan is planned.
    package internal(set) var unsettledUntil: Int?
    /// The bundles with which Register and Check compare a custom bundle.
    package internal(set) var neighbours = Neighbours()
    /// The search path's folders, whether they exist or not, the generated folders, the folders of PATH if a
    /// program is required, and `links`.
    package internal(set) var foldersToWatch: [String] = []
    var masks: [String] = []
    /// Links in the search path to bundles elsewhere.
    var links: [String] = []
    /// Files that determine whether requirements are met.
    package internal(set) var filesToWatch: [String] = []
    /// The bundles' folders except generated ones, serving and pending bundles first, then the folders of
    /// generators, and finally the relevant folders inside bundles.
    package internal(set) var bundlesToWatch: [String] = []
    /// Titles of custom activities for the next `Loader` and for `EstablishedTitles`, keyed by identifier.
    package internal(set) var established: [String: String] = [:]
    package internal(set) var generators: [Generator] = []
    /// Unreadable folders of the search path, and generators that cannot be run, as sentences for the
    /// journal.
    package internal(set) var problems: [String] = []
    /// Number of custom bundles past the limit, which are not read.
    package internal(set) var omitted = 0
    /// The worst error of the machine, rather than of the bundles, while reading.
    var gap = ScanGap.none
    /// Stand-ins for pending bundles, keyed by location: the last valid version, else the last rejection. A
    /// stand-in is in `bundles` until its bundle is judged.
    var standIns: [String: Bundle] = [:]
    /// Bundles with errors that a program may still be copying, keyed by location.
    var heldBack: [String: Bundle] = [:]
    /// Findings on titles, for the cache.
    var titleFindings: [Digest: [Diagnostic]] = [:]
    /// Whether the system's folder could be read; without it, no custom activity establishes a title.
    var knowsSystem = false

    package init() {}

    var records: [String: BundleRecord] {
        let all = bundles.map(\.record) + pending.map(\.record)
        return Dictionary(all.map { ($0.location, $0) }) { _, last in last }
    }

    /// The names found in a folder of the search path, and whether each is a mask.
    func names(in folder: String) -> [(name: String, isMask: Bool)] {
        let bundles = (bundles.map(\.location) + pending.map(\.record.location)).withoutRepeats
        return (bundles.map { ($0, false) } + masks.map { ($0, true) }).compactMap { location, isMask in
            let parts = Folder.split(location)
            return parts.folder.isExactly(folder) ? (parts.name, isMask) : nil
        }
    }

    var identifiers: Set<String> {
        Set(bundles.map(\.identifier) + pending.map(\.identifier) + heldBack.values.map(\.identifier))
    }

    package var reserved: ReservedTitles { neighbours.reserved }

    /// A sentence for each election file that names an unknown identifier: a typing error, unless the bundle
    /// is installed later. Empty if some bundles could not be read.
    func misnamed(in named: [String: Set<String>]) -> [String] {
        guard gap == .none, named.contains(where: { !$0.value.isEmpty }) else { return [] }
        let known = identifiers
        return named.sorted { $0.key < $1.key }.compactMap { path, identifiers in
            let unknown = identifiers.subtracting(known).sorted()
            guard let first = unknown.first else { return nil }
            let others = unknown.count > 1 ? " (and \(unknown.count - 1) more)" : ""
            return
                "\(path): The election of \(first)\(others) decides nothing: no bundle of that identifier "
                + "was found. Correct the identifier, install the bundle, or take the election out."
        }
    }

    /// Adds a bundle, unless it has errors and changed less than `grace` ago: a program may still be copying
    /// it. Until then its last valid version serves. A bundle that was rejected before is rejected
    /// immediately, for its present errors: otherwise it would disappear meanwhile.
    mutating func addOrHoldBack(_ bundle: Bundle, last: Bundle?, now: Int) {
        let changed = bundle.record.changed
        let age = now - changed
        guard bundle.standing == .rejected, abs(age) < Self.grace else { return bundles.append(bundle) }
        scheduleRescan(at: changed + Self.grace)
        heldBack[bundle.location] = bundle
        if let last { bundles.append(last.standing == .rejected ? bundle : last) }
    }

    mutating func scheduleRescan(at time: Int) { unsettledUntil = min(unsettledUntil ?? time, time) }

    /// Two seconds, in milliseconds: a copy over a slow link pauses for less.
    package static let grace = 2_000

    mutating func sort() {
        let ranks = bundles.enumerated().map { $1.rank($0) }
        bundles = bundles.indices.sorted { ranks[$0] < ranks[$1] }.map { bundles[$0] }
    }
}

extension Bundle {
    fileprivate func rank(_ offset: Int) -> (Int, Int, String, Int, Int) {
        let isHidden = standing != .present && standing != .rejected
        let position = record.manifest.position ?? .max
        return (source == .system ? 0 : 1, position, record.identifier, isHidden ? 1 : 0, offset)
    }
}

extension Load {
    /// Records the titles under which custom activities serve, and drops the titles of removed bundles.
    ///
    /// Only a serving activity establishes a title, and only a title that no system activity has. Otherwise a
    /// bundle that was rejected for its icon, or that arrived while the system's folder was unreadable, would
    /// keep a system title forever.
    mutating func establish(after before: [String: String], _ elections: Elections) {
        let identifiers = bundles.map(\.identifier) + pending.map(\.identifier)
        established = [:]
        for identifier in identifiers { established[identifier] = before[identifier] }
        for bundle in bundles where establishes(bundle, elections) {
            established[bundle.identifier] = bundle.manifest.title
        }
    }

    private func establishes(_ bundle: Bundle, _ elections: Elections) -> Bool {
        knowsSystem && bundle.source == .custom && bundle.state(under: elections) == .active
            && !neighbours.hasSystemTitle(bundle.record)
    }
}
