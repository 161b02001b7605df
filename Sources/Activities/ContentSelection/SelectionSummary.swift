// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A selection's description for a sheet's header: file kinds and size, the same in every language except for
/// folders, programs and the decimal mark.
package struct SelectionSummary: Hashable, Sendable {
    /// For example `PNG · 12 kB`; empty if nothing is known.
    package let detail: String

    /// - Parameters:
    ///   - folder: word for a folder.
    ///   - program: word for a runnable file.
    ///   - natures: natures of files, by their URIs.
    ///   - locale: the person's locale, for the decimal mark.
    ///   - units: units of sizes.
    package init(
        _ items: [Item], folder: String, program: String = "", natures: [String: FileNature] = [:],
        locale: LocaleTag? = nil, units: SizeUnits = .metric
    ) {
        let found = items.map { $0.representation.uri.flatMap { natures[$0] } ?? FileNature() }
        let programs = found.contains(where: \.isProgram) && !program.isEmpty ? program : nil
        let parts = [programs, Self.kinds(items, folder, found), Self.bytes(items, locale, units)]
        detail = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// An item's name; else its address or the beginning of its text, on one line. If none of that is
    /// visible, the kind of a file; nil for a text.
    package static func name(of item: Item) -> String? {
        let representation = item.representation
        let name =
            representation.name.map { DisplayedName($0) } ?? representation.uri.map { DisplayedName(uri: $0) }
            ?? DisplayedName(representation.text ?? "")
        guard name.text.isEmpty else { return name.text }
        return representation.uri == nil ? nil : shortKind(representation, FileNature())
    }

    /// A link's whole address, or the lines of a text; nil for a file.
    package static func whole(_ item: Item) -> String? {
        let representation = item.representation
        if let text = representation.text { return DisplayedName.lines(text) }
        guard representation.type.hasPrefix("x-scheme-handler/"), let uri = representation.uri else {
            return nil
        }
        return DisplayedName.lines(ShownLink(uri).text)
    }

    private static func kinds(_ items: [Item], _ folder: String, _ natures: [FileNature]) -> String {
        var kinds: [String] = []
        for (item, nature) in zip(items, natures) where kinds.count <= 3 {
            // A misnamed program's name is false, and its type adds nothing to the word "program".
            guard !(nature.isProgram && nature.isMisnamed) else { continue }
            let isFolder = item.representation.type == "inode/directory"
            let kind = isFolder ? folder : shortKind(item.representation, nature)
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds.prefix(3).joined(separator: ", ") + (kinds.count > 3 ? ", …" : "")
    }

    /// The kind in a word: the host of a link, an extension such as PDF, or the type's last part.
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

    /// The total of the known sizes; nil if none is known, or an item is a folder.
    private static func bytes(_ items: [Item], _ locale: LocaleTag?, _ units: SizeUnits) -> String? {
        let sizes = items.compactMap(\.representation.size)
        guard !sizes.isEmpty, !items.contains(where: { $0.representation.type == "inode/directory" }) else {
            return nil
        }
        return units.text(sizes.reduce(0) { $0 + Double($1) }, locale?.decimalMark ?? ".")
    }
}
