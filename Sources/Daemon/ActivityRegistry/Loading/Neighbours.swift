// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// The bundles that a custom bundle is compared with: the system's, and the other custom ones.
package struct Neighbours: Sendable {
    /// The titles that no custom activity may bear.
    package private(set) var reserved = ReservedTitles([])
    /// The system bundles' identifiers, those of masked ones too.
    package let systemIdentifiers: Set<String>
    /// The identifier of the system activity that runs a program, by the program's name.
    private let systemPrograms: [ExactText: String]
    /// Folded titles of the system's bundles, masked and locked away ones too.
    private let allSystemTitles: Set<String>
    /// The custom bundles by their folded titles; of equal ones in the order of the bundles.
    private var custom: [BundleRecord] = []
    /// The system's bundles that the rest was made of.
    private let system: [Bundle]
    private let elections: Elections

    /// - Parameters:
    ///   - bundles: all of a load, or none.
    ///   - elections: an admin's locked `ignore` gives a system activity's titles free.
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

    /// Adds the custom bundles, all at once.
    mutating func add(custom bundles: [BundleRecord]) {
        custom = bundles.sorted { $0.foldedTitle < $1.foldedTitle }
    }

    /// The neighbours for these system bundles, without custom ones; reuses this value if nothing about them
    /// differs.
    func renewed(system bundles: [Bundle], identifiers: Set<String>, elections: Elections) -> Neighbours {
        guard identifiers == systemIdentifiers, elections == self.elections, bundles == system else {
            return Neighbours(system: bundles, identifiers: identifiers, elections: elections)
        }
        var same = self
        same.custom = []
        return same
    }

    /// Whether a custom bundle's own titles and identifier are judged alike by both.
    func reservesTheSame(as other: Neighbours) -> Bool {
        reserved == other.reserved && systemIdentifiers == other.systemIdentifiers
    }

    func hasSystemTitle(_ record: BundleRecord) -> Bool { allSystemTitles.contains(record.foldedTitle) }

    /// Warns of the same title on another custom activity.
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

    /// Warns of a program that a system activity runs already.
    func recreation(_ record: BundleRecord) -> Diagnostic? {
        guard let program = record.manifest.program, let other = systemPrograms[ExactText(program)]
        else { return nil }
        let sentence =
            "The system's \(other) already runs \(program). Leave that to it, or do something else."
        return Diagnostic(.recreatesBuiltin, at: "/perform/exec/0", sentence)
    }
}

extension Candidate {
    /// Warns of what the bundle has in common with others.
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
    /// The name of the program that it runs; nil where that lies in the bundle, or a link is opened.
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

    /// A system activity's titles are its own, except while the admin masks it or locks it away.
    fileprivate func isReserving(_ elections: Elections) -> Bool {
        var isMasked = false
        if case .masked = standing { isMasked = true }
        return !elections.freesTitles(of: traits, isMasked: isMasked)
    }
}
