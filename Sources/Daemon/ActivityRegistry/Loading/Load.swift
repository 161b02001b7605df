// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host
import StrictJSON

/// The result of one look at the search path.
package struct Load: Sendable {
    /// All that is judged: the system's bundles first, by position, then by identifier; of one identifier the
    /// bundle that serves or is rejected before those that it hides.
    package internal(set) var bundles: [Bundle] = []
    /// Bundles that serve as soon as their icons are judged.
    package internal(set) var pending: [Candidate] = []
    /// When to look again, in milliseconds of CLOCK_REALTIME: bundles are held back that may still be being
    /// copied.
    package internal(set) var unsettledUntil: Int?
    /// The bundles that a custom bundle is compared with now; for Register and Check.
    package internal(set) var neighbours = Neighbours()
    /// The search path's folders, there or not, those in which required programs were looked up, and `links`.
    package internal(set) var foldersToWatch: [String] = []
    var masks: [String] = []
    /// The links that stand for the bundles that they lead to.
    var links: [String] = []
    /// Files that tell of what activities require.
    package internal(set) var filesToWatch: [String] = []
    /// The bundles' own folders, those that serve or wait first, then the folders within them that matter.
    package internal(set) var bundlesToWatch: [String] = []
    /// Titles of custom activities by identifier that no system activity bore when they were first served; to
    /// be given to the next `Loader`, and kept over restarts, so that a new version of the system's
    /// activities rejects none of them.
    package internal(set) var established: [String: String] = [:]
    /// Generators sorted by name.
    package internal(set) var generators: [Generator] = []
    /// Folders of the search path that could not be read: sentences for the journal.
    package internal(set) var problems: [String] = []
    /// How many bundles are past the limit and not looked at.
    package internal(set) var leftOut = 0
    /// Whether something could not be read for a reason that lies in the machine.
    var gap = Gap.none
    /// Stand-ins for pending bundles, keyed by location: the last good version, else the last rejection. They
    /// are among the bundles until then.
    var standIns: [String: Bundle] = [:]
    /// Bundles with errors that a program may still be copying, by location.
    var heldBack: [String: Bundle] = [:]
    /// Findings on titles that last; for the cache.
    var titleFindings: [Digest: [Diagnostic]] = [:]
    /// Whether the system's folder could be read: otherwise no title can be attributed.
    var knowsSystem = false

    package init() {}

    /// All that was read, by location.
    var records: [String: BundleRecord] {
        let all = bundles.map(\.record) + pending.map(\.record)
        return Dictionary(all.map { ($0.location, $0) }) { _, last in last }
    }

    /// The names in a folder of the search path, and whether each is a mask.
    func names(in folder: String) -> [(name: String, isMask: Bool)] {
        let bundles = (bundles.map(\.location) + pending.map(\.record.location)).withoutRepeats
        return (bundles.map { ($0, false) } + masks.map { ($0, true) }).compactMap { location, isMask in
            let parts = Folder.split(location)
            return parts.folder.isExactly(folder) ? (parts.name, isMask) : nil
        }
    }

    /// The identifiers of all bundles, whether they serve or not.
    var identifiers: Set<String> {
        Set(bundles.map(\.identifier) + pending.map(\.identifier) + heldBack.values.map(\.identifier))
    }

    package var reserved: ReservedTitles { neighbours.reserved }

    /// A sentence for each file of elections that names what no bundle is called: a typing error, unless the bundle is
    /// installed later. None while not all could be read.
    func misnamed(in named: [String: Set<String>]) -> [String] {
        guard gap == .none, named.contains(where: { !$0.value.isEmpty }) else { return [] }
        let known = identifiers
        return named.sorted { $0.key < $1.key }.compactMap { path, identifiers in
            let unknown = identifiers.subtracting(known).sorted()
            guard let first = unknown.first else { return nil }
            let others = unknown.count > 1 ? " (and \(unknown.count - 1) more)" : ""
            return
                "\(path): The election of \(first)\(others) decides nothing: no bundle of that identifier was found. "
                + "Correct the identifier, install the bundle, or take the election out."
        }
    }

    /// Adds a bundle, but for one with errors that changed less than `grace` ago: a program may be copying it.
    /// Its last good version serves until then. One that was rejected before is so at once, and for what is wrong with
    /// it now: it would else be nowhere meanwhile.
    mutating func settle(_ bundle: Bundle, last: Bundle?, now: Int) {
        let changed = bundle.record.changed
        let age = now - changed
        guard bundle.standing == .rejected, abs(age) < Self.grace else { return bundles.append(bundle) }
        look(again: changed + Self.grace)
        heldBack[bundle.location] = bundle
        if let last { bundles.append(last.standing == .rejected ? bundle : last) }
    }

    mutating func look(again time: Int) { unsettledUntil = min(unsettledUntil ?? time, time) }

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
    /// Notes the titles under which custom activities serve, and forgets those of bundles that are gone.
    ///
    /// Only what serves establishes a title, and none that a system activity bears: else a bundle that was
    /// rejected for its icon, or came while the system's folder could not be read, would have a system title for good.
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
