// SPDX-License-Identifier: Apache-2.0

/// Thunar's "Send To" entries: desktop entries that GIO starts.
struct SendToEntries: ForeignFormat {
    static let prefix = "sendto"

    let surroundings: Surroundings

    func files() -> ForeignFiles {
        ForeignFiles(in: ["Thunar/sendto"], of: surroundings.dataFolders, ending: ".desktop")
    }

    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction] {
        let keys = try KeyFile(ForeignFile.read(file.path), dialect: .glib)
        guard let entry = keys["Desktop Entry"] else { throw Omission("It is no desktop entry.") }
        return [
            ForeignAction(entry.string("Name", in: surroundings.languages) ?? file.name) {
                () throws(Omission) in
                var activation = Activation()
                let types = entry.list("MimeType") ?? []
                activation.types = types.isEmpty ? Activation.everything : Activation.patterns(types)
                let identifier = ForeignIdentifier.make(Self.prefix, [file.name])
                var activity = try ForeignActivity(
                    identifier, entry, path: file.path, surroundings, activation)
                activity.isShare = true
                return activity
            }
        ]
    }
}

extension ForeignActivity {
    /// Parses a desktop entry like GDesktopAppInfo.
    ///
    /// - Parameter path: the entry's file; nil if GIO receives only its text.
    init(
        _ identifier: String, _ entry: KeyFile.Group, path: String?, _ surroundings: Surroundings,
        _ activation: Activation, mnemonics: ForeignTitle.Mnemonics = .none
    ) throws(Omission) {
        guard entry.boolean("Hidden") != true, entry.boolean("NoDisplay") != true else {
            throw Omission("It is switched off.")
        }
        guard (entry.list("NotShowIn") ?? []).allSatisfy({ !surroundings.desktops.contains($0) }) else {
            throw Omission("It is not for this desktop.")
        }
        guard entry.boolean("Terminal") != true else { throw Omission("It runs in a terminal window.") }
        try Self.checkFolder(entry)
        guard let name = entry.string("Name"), !name.isEmpty else { throw Omission("It has no name.") }
        guard let line = entry.string("Exec"), !line.isEmpty else { throw .noCommand }
        let languages = surroundings.languages
        let icon = entry.string("Icon", in: languages)
        let facts = PlugInCommand.EntryFacts(
            name: entry.string("Name", in: languages) ?? name, icon: icon ?? "")
        let command = try PlugInCommand(
            gio: line, facts, path: path, takesURIs: entry.boolean("X-GIO-NoFuse") == true,
            isSingle: activation.isSingle)
        self.init(
            identifier: identifier, title: ForeignTitle(name, mnemonics), activation: activation,
            command: command)
        titles = entry.translations("Name").mapValues { ForeignTitle($0, mnemonics) }
        self.icon = icon
        desktops = entry.list("OnlyShowIn") ?? []
        if let program = entry.string("TryExec"), !program.isEmpty { programs = [[program]] }
    }

    /// Rejects an entry with a working folder, which a manifest cannot express.
    static func checkFolder(_ entry: KeyFile.Group) throws(Omission) {
        guard let path = entry.string("Path"), !path.isEmpty else { return }
        throw Omission("It starts in a folder of its own, \(path).")
    }
}
