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

    /// - Parameters:
    ///   - folder: what a folder is called.
    ///   - program: what a file is called that can be run.
    ///   - natures: of files, by their URIs.
    package init(
        _ items: [Item], folder: String, program: String = "", natures: [String: FileNature] = [:]
    ) {
        let names = items.prefix(2).map { Self.line($0.representation) }
        let more = items.count - names.count
        title = names.joined(separator: ", ") + (more > 0 ? " +\(more)" : "")
        let found = items.map { $0.representation.uri.flatMap { natures[$0] } ?? FileNature() }
        let programs = found.contains(where: \.isProgram) && !program.isEmpty ? program : nil
        let parts = [programs, Self.kinds(items, folder, found), Self.bytes(items)]
        detail = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
        kind = items.first.map { Self.kind($0.representation.type) } ?? .document
    }

    private static func line(_ representation: Representation) -> String {
        if let uri = representation.uri, representation.name == nil, uri.hasPrefix("file:") {
            return DisplayedName(uri: uri).text
        }
        let address = representation.uri.map { ShownLink($0).text }
        return DisplayedName(representation.name ?? address ?? representation.text ?? "").text
    }

    private static func kinds(_ items: [Item], _ folder: String, _ natures: [FileNature]) -> String {
        var kinds: [String] = []
        for (item, nature) in zip(items, natures) where kinds.count <= 3 {
            // Its name says nothing true, and its type nothing more.
            guard !(nature.isProgram && nature.isMisnamed) else { continue }
            let isFolder = item.representation.type == "inode/directory"
            let kind = isFolder ? folder : shortKind(item.representation, nature)
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds.prefix(3).joined(separator: ", ") + (kinds.count > 3 ? ", …" : "")
    }

    /// PDF, PNG, or the host of a link.
    private static func shortKind(_ representation: Representation, _ nature: FileNature) -> String {
        if representation.type.hasPrefix("x-scheme-handler/"), let uri = representation.uri {
            return ShownLink(uri).host ?? String(uri.prefix { $0 != "?" && $0 != "#" })
        }
        if !nature.isMisnamed, let name = representation.name, let dot = name.lastIndex(of: "."),
            dot != name.startIndex
        {
            let ending = name[dot...].dropFirst()
            if (1...5).contains(ending.count) { return ending.uppercased() }
        }
        let subtype = representation.type.split(separator: "/").last ?? ""
        let kind = subtype.hasPrefix("x-") ? subtype.dropFirst(2) : subtype
        return kind == "plain" ? "TXT" : kind.uppercased()
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
