// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection

extension Selection {
    /// The item's display name; nil if there is no such item.
    func name(_ index: Int) -> String? { items.name(index) }

    func names(_ places: [Int]) -> String { items.names(places) }

    /// A line such as `1 item: a.png (image/png)`.
    var summary: String {
        let shown = items.prefix(3).indices.map {
            "\(name($0) ?? "") (\(printable(items[$0].representation.type)))"
        }
        let rest = items.count > shown.count ? ["…"] : []
        return (items.count == 1 ? "1 item: " : "\(items.count) items: ")
            + (shown + rest).joined(separator: ", ")
    }

    func printHeading(_ daemon: DaemonClient) {
        Output.line(Paint()(.dim, "\(daemon.scopeName()), \(summary)"))
    }
}

extension [Item] {
    fileprivate func name(_ index: Int) -> String? {
        guard indices.contains(index) else { return nil }
        let representation = self[index].representation
        return printable(
            representation.name ?? representation.uri ?? Self.beginning(representation.text ?? ""))
    }

    func names(_ places: [Int]) -> String {
        let names = places.prefix(4).map { name($0) ?? "the caption" }
        return (names + (places.count > names.count ? ["…"] : [])).joined(separator: ", ")
    }

    private static func beginning(_ text: String) -> String {
        "\"" + (text.count > 30 ? text.prefix(29) + "…" : text[...]) + "\""
    }
}
