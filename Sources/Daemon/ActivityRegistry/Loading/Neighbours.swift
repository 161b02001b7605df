// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// The bundles with which a custom bundle is compared: the system's, and the other custom ones.
package struct Neighbours: Sendable {
    package private(set) var reserved = ReservedTitles([])
    /// Identifiers of the system's bundles, including masked ones.
    package let systemIdentifiers: Set<String>
    /// The system activity that runs a program, keyed by the program's name.
    private let systemPrograms: [ExactText: String]
    /// Folded titles of all system bundles, even if an admin masks or ignores them.
    private let allSystemTitles: Set<String>
    /// Custom bundles sorted by folded title; bundles with equal titles stay in the order of the load.
    private var custom: [BundleRecord] = []
    /// The system bundles from which this value was computed.
    private let system: [Bundle]
    private let elections: Elections

    /// - Parameters:
    ///   - bundles: all bundles of a load, or none.
    ///   - elections: an admin's locked `ignore` releases a system activity's titles.
    package init(_ bundles: [Bundle] = [], elections: Elections = Elections()) {
        let system = bundles.filter { $0.source == .system }
        self.init(system: system, identifiers: Set(system.map(\.identifier)), elections: elections)
        add(custom: bundles.filter { $0.source == .custom && $0.standing == .present }.map(\.record))
    }

    init(system bundles: [Bundle], identifiers: Set<String>, elections: Elections) {
        system = bundles
        self.elections = elections
        systemIdentifiers = identifiers
        let serving = bundles.filter { $0.isReserving(elections) }
        reserved = ReservedTitles(serving.flatMap(\.namedTitles))
        allSystemTitles = Set(bundles.flatMap(\.namedTitles).map { TitleFolding.fold($0.title) })
        let programs = serving.compactMap { bundle in
            bundle.manifest.program.map { (ExactText($0), bundle.identifier) }
        }
        systemPrograms = Dictionary(programs) { first, _ in first }
    }

    mutating func add(custom bundles: [BundleRecord]) {
        custom = bundles.sorted { $0.foldedTitle < $1.foldedTitle }
    }

    /// The neighbours for these system bundles, without custom ones. Reuses the computed tables if they still
    /// apply.
    func renewed(system bundles: [Bundle], identifiers: Set<String>, elections: Elections) -> Neighbours {
        guard identifiers == systemIdentifiers, elections == self.elections, bundles == system else {
            return Neighbours(system: bundles, identifiers: identifiers, elections: elections)
        }
        var same = self
        same.custom = []
        return same
    }

    /// Whether both values reserve the same titles and identifiers.
    func reservesTheSame(as other: Neighbours) -> Bool {
        reserved == other.reserved && systemIdentifiers == other.systemIdentifiers
    }

    func hasSystemTitle(_ record: BundleRecord) -> Bool { allSystemTitles.contains(record.foldedTitle) }

    /// A warning if another custom activity has the same title.
    func duplicate(_ record: BundleRecord) -> Diagnostic? {
        let title = record.foldedTitle
        let bearers = custom[custom.end { $0.foldedTitle < title }...].prefix { $0.foldedTitle == title }
        guard let other = bearers.first(where: { $0.identifier != record.identifier })?.identifier else {
            return nil
        }
        let sentence =
            "\(other) has the title \"\(record.manifest.title)\" too. Say what this one does differently."
        return Diagnostic(.titleDuplicate, at: "/title", sentence)
    }

    /// A warning if a system activity already runs the same program.
    func recreation(_ record: BundleRecord) -> Diagnostic? {
        guard let program = record.manifest.program, let other = systemPrograms[ExactText(program)]
        else { return nil }
        let sentence =
            "The system's \(other) already runs \(program). Leave that to it, or do something else."
        return Diagnostic(.recreatesBuiltin, at: "/perform/exec/0", sentence)
    }
}

extension Candidate {
    /// Adds warnings on similarities to other bundles.
    mutating func compare(with neighbours: Neighbours) {
        likenesses = [neighbours.duplicate(record), neighbours.recreation(record)].compactMap(\.self)
    }
}

extension Diagnostic {
    static func reserved(_ identifier: String) -> Diagnostic {
        let sentence =
            "\(identifier) is a system activity's identifier. Choose one of your own, beginning with a "
            + "domain that is yours."
        return Diagnostic(.identifierReserved, at: "/identifier", sentence)
    }
}

extension Manifest {
    /// File name of the installed program that the bundle runs; nil if the bundle runs a program of its own
    /// or opens a link.
    fileprivate var program: String? {
        guard case .exec(let arguments) = perform, let first = arguments.first,
            BundlePath.isAbsolute(first) || !BundlePath.isPath(first)
        else { return nil }
        return first.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    }
}

extension Bundle {
    fileprivate var namedTitles: [(identifier: String, title: String, locale: String?)] {
        guard !manifest.title.isEmpty else { return [] }
        return [(identifier, manifest.title, nil)] + manifest.titles.map { (identifier, $1, $0) }
    }

    /// Whether the activity's titles are reserved: false if the admin masks the activity or locks it as
    /// ignored.
    fileprivate func isReserving(_ elections: Elections) -> Bool {
        var isMasked = false
        if case .masked = standing { isMasked = true }
        return !elections.freesTitles(of: traits, isMasked: isMasked)
    }
}
