// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A selection as a sheet's head shows it: names, kinds as files bear them, and bytes, all but folders the same in every
/// language.
package struct SelectionSummary: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case picture, document, text, link, folder
    }

    package let title: String
    /// Such as `PNG · 12 kB`.
    package let detail: String
    /// The first item's.
    package let kind: Kind

    /// - Parameter folder: what a folder is called.
    package init(_ items: [Item], folder: String) {
        let names = items.prefix(2).map { Self.line($0.representation) }
        let more = items.count - names.count
        title = names.joined(separator: ", ") + (more > 0 ? " +\(more)" : "")
        detail = [Self.kinds(items, folder), Self.bytes(items)].compactMap(\.self).joined(separator: " · ")
        kind = items.first.map { Self.kind($0.representation.type) } ?? .document
    }

    private static func line(_ representation: Representation) -> String {
        DisplayedName(representation.name ?? representation.uri ?? representation.text ?? "").text
    }

    private static func kinds(_ items: [Item], _ folder: String) -> String {
        var kinds: [String] = []
        for item in items where kinds.count <= 3 {
            let kind = item.representation.type == "inode/directory" ? folder : shortKind(item.representation)
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds.prefix(3).joined(separator: ", ") + (kinds.count > 3 ? ", …" : "")
    }

    /// PDF, PNG, or the host of a link.
    private static func shortKind(_ representation: Representation) -> String {
        if representation.type.hasPrefix("x-scheme-handler/"), let uri = representation.uri {
            let rest =
                uri.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? uri[...]
            return String(rest.prefix { $0 != "?" && $0 != "#" })
        }
        if let name = representation.name, let dot = name.lastIndex(of: "."), dot != name.startIndex {
            let ending = name[dot...].dropFirst()
            if (1...5).contains(ending.count) { return ending.uppercased() }
        }
        let subtype = representation.type.split(separator: "/").last ?? ""
        return subtype == "plain" ? "TXT" : subtype.uppercased()
    }

    /// Nil where no size is known.
    private static func bytes(_ items: [Item]) -> String? {
        let sizes = items.compactMap(\.representation.size)
        guard !sizes.isEmpty, !items.contains(where: { $0.representation.type == "inode/directory" }) else {
            return nil
        }
        return bytes(sizes.reduce(0) { $0 + Double($1) })
    }

    private static func bytes(_ count: Double) -> String {
        let steps: [(limit: Double, unit: String)] = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
        for (limit, unit) in steps where count >= limit {
            let number = count / limit
            let rounded = number < 9.95 ? (number * 10).rounded() / 10 : number.rounded()
            return number < 9.95 ? "\(rounded) \(unit)" : "\(Int(rounded)) \(unit)"
        }
        return "\(Int(count)) B"
    }

    private static func kind(_ type: String) -> Kind {
        if type == "inode/directory" { return .folder }
        if type.hasPrefix("x-scheme-handler/") { return .link }
        if type.hasPrefix("image/") { return .picture }
        return type.hasPrefix("text/") ? .text : .document
    }
}
