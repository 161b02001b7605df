// SPDX-License-Identifier: Apache-2.0

/// elementary's contracts, parsed like Contractor: desktop entries under another group's name.
struct Contracts: ForeignFormat {
    static let prefix = "contract"

    let surroundings: Surroundings

    func files() -> ForeignFiles {
        var files = ForeignFiles(in: ["contractor"], of: surroundings.dataFolders, ending: ".contract")
        let entries = SendToEntries(surroundings: surroundings).files()
        for source in entries.sources + entries.files.map(\.path) { files.add(source: source) }
        return files
    }

    /// The "Send To" entries: programs ship equivalent files for elementary and for Thunar.
    func doubles() -> [ForeignActivity] {
        let entries = SendToEntries(surroundings: surroundings)
        return entries.files().files.flatMap { (try? entries.actions(in: $0)) ?? [] }.compactMap {
            try? $0.result.get()
        }
    }

    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction] {
        let keys = try KeyFile(ForeignFile.read(file.path), dialect: .glib)
        guard let entry = keys["Contractor Entry"] ?? keys["Desktop Entry"] else {
            throw Omission("It is no contract.")
        }
        let written = entry.string("Name", in: surroundings.languages) ?? file.name
        let translation = surroundings.messages.translation(of: written, domain: Self.domain(entry))
        let name = translation?.text ?? written
        return [
            ForeignAction(ForeignTitle(name, .allUnderscores).text) { () throws(Omission) in
                let identifier = ForeignIdentifier.make(Self.prefix, [file.name])
                var activity = try ForeignActivity(
                    identifier, entry, path: nil, surroundings, try activation(entry),
                    mnemonics: .allUnderscores)
                if let translation {
                    activity.titles[translation.language] = ForeignTitle(translation.text, .allUnderscores)
                }
                return activity
            }
        ]
    }

    /// The text domain of the entry's translations. The first existing key counts, even if it is empty.
    private static func domain(_ entry: KeyFile.Group) -> String {
        let keys = ["Gettext-Domain", "X-Ubuntu-Gettext-Domain", "X-GNOME-Gettext-Domain"]
        return keys.first(where: entry.has).flatMap { entry.string($0) } ?? ""
    }

    private func activation(_ entry: KeyFile.Group) throws(Omission) -> Activation {
        var wanted = entry.list("MimeType") ?? []
        let isNegated = wanted.first?.contains("!") == true
        if isNegated { wanted[0] = wanted[0].replacing("!", with: "") }
        let patterns = Activation.patterns(
            wanted.flatMap { self.patterns(String($0.split { $0.isWhitespace }.joined(separator: " "))) })
        guard !patterns.isEmpty else { throw Omission("It is for no type of file that this computer knows.") }
        var activation = Activation()
        activation.types = isNegated ? Activation.everything : patterns
        activation.except = isNegated ? patterns : []
        if let most = entry.string("MaxFileSize").flatMap({ Int($0) }), most > 0 {
            activation.maxBytes = most
        }
        return activation
    }

    /// Expands a full type, or a prefix such as `image` or `text/x-`.
    private func patterns(_ type: String) -> [String] {
        guard !type.isEmpty, !type.contains(" ") else { return [] }
        guard let slash = type.firstIndex(of: "/") else {
            let kinds = Set(
                surroundings.types.types(beginning: type).map { String($0.prefix { $0 != "/" }) + "/*" })
            return kinds.contains(type + "/*") || kinds.isEmpty ? [type + "/*"] : kinds.sorted()
        }
        if type.index(after: slash) == type.endIndex { return [type + "*"] }
        let known = surroundings.types.types(beginning: type)
        return known.contains(type) || known.isEmpty ? [type] : known
    }
}
