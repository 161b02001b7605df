// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the activities.",
        discussion: """
            Without --all these are the active ones. With it every bundle is listed, with its state, who \
            decided about it, and where it lies.
            """)

    @OptionGroup var options: ScopeOptions
    @OptionGroup var language: LocaleOption

    @Flag(help: "List every bundle: ignored, unavailable, shadowed, masked and rejected ones too.")
    var all = false

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let daemon = try DaemonClient(options)
        let reply = try daemon.describe()
        guard !json else { return Output.json(.object(reply)) }
        let bundles = try Registry.DescribeReply(reply).activities
        let shown = Self.inOrder(bundles.filter { all || $0.state == .active })
        Output.line(Paint()(.dim, heading(daemon.scopeName(), shown.count)))
        Output.line()
        if shown.isEmpty {
            Output.line(
                all ? "There are no bundles." : "There are no active activities; --all shows the others.")
        } else {
            table(shown).print()
        }
    }

    /// Sorts bundles: the system's first, then the others, each in the order of a sheet and followed by those
    /// without a rank, such as transforms.
    private static func inOrder(_ bundles: [Registry.Description]) -> [Registry.Description] {
        let order = { (bundle: Registry.Description) in
            (bundle.source == .system ? 0 : 1, bundle.rank ?? .max)
        }
        return bundles.enumerated().sorted {
            let (one, other) = (order($0.element), order($1.element))
            return one == other ? $0.offset < $1.offset : one < other
        }.map(\.element)
    }

    private func heading(_ scope: String, _ count: Int) -> String {
        "\(scope), \(count) "
            + (all ? (count == 1 ? "bundle" : "bundles") : count == 1 ? "activity" : "activities")
    }

    private func table(_ bundles: [Registry.Description]) -> Table {
        let columns = ["TITLE", "IDENTIFIER", "CATEGORY", "FROM"]
        var table = Table(columns + (all ? ["STATE", "DECIDED BY", "PATH"] : ["VERSION"]))
        var last: Bundle.Source?
        for bundle in bundles {
            if let last, last != bundle.source { table.divide() }
            last = bundle.source
            table.add(cells(bundle))
        }
        return table
    }

    private func cells(_ bundle: Registry.Description) -> [String] {
        let title = language.tag?.lookup(in: bundle.titles ?? [:]) ?? bundle.title ?? ""
        // For a generated bundle, the origin is the file that its author knows.
        return [titleLine(title), bundle.identifier, bundle.category?.rawValue ?? "", bundle.source.rawValue]
            + (all
                ? [bundle.state.rawValue, bundle.decision, bundle.origin ?? bundle.location]
                : [bundle.version ?? ""])
    }
}

extension Registry.Description {
    /// The bundle's folder, with the link that leads to it.
    fileprivate var location: String { (link.map { "\($0) -> " } ?? "") + path }

    /// Who decided, and whether it is locked; empty without a decision.
    var decision: String {
        (decidedBy?.rawValue ?? "") + (locked ? ", locked" : "")
    }
}
