// SPDX-License-Identifier: Apache-2.0

/// Thunar's "Send To" entries: desktop entries, started by GIO.
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
                return try DesktopEntry(entry, path: file.path, surroundings).activity(
                    identifier, activation, isShare: true)
            }
        ]
    }
}

/// A desktop entry as GDesktopAppInfo has it.
struct DesktopEntry {
    private let entry: KeyFile.Group
    /// The entry's file; nil if GIO is given its text instead.
    private let path: String?
    private let languages: [String]
    private let desktops: [String]

    init(_ entry: KeyFile.Group, path: String?, _ surroundings: Surroundings) throws(Omission) {
        self.entry = entry
        self.path = path
        languages = surroundings.languages
        desktops = entry.list("OnlyShowIn") ?? []
        guard entry.boolean("Hidden") != true, entry.boolean("NoDisplay") != true else {
            throw Omission("It is switched off.")
        }
        guard (entry.list("NotShowIn") ?? []).allSatisfy({ !surroundings.desktops.contains($0) }) else {
            throw Omission("It is not for this desktop.")
        }
        guard entry.boolean("Terminal") != true else { throw Omission("It runs in a terminal window.") }
        try Self.checkFolder(entry)
    }

    /// A manifest names no folder.
    static func checkFolder(_ entry: KeyFile.Group) throws(Omission) {
        guard let path = entry.string("Path"), !path.isEmpty else { return }
        throw Omission("It starts in a folder of its own, \(path).")
    }

    func activity(
        _ identifier: String, _ activation: Activation, isShare: Bool,
        mnemonics: ForeignTitle.Mnemonics = .none
    ) throws(Omission) -> ForeignActivity {
        guard let name = entry.string("Name"), !name.isEmpty else { throw Omission("It has no name.") }
        guard let line = entry.string("Exec"), !line.isEmpty else { throw .noCommand }
        let icon = entry.string("Icon", in: languages)
        let facts = PlugInCommand.EntryFacts(
            name: entry.string("Name", in: languages) ?? name, icon: icon ?? "")
        let command = try PlugInCommand(
            gio: line, facts, path: path, takesURIs: entry.boolean("X-GIO-NoFuse") == true,
            isSingle: activation.isSingle)
        var activity = ForeignActivity(
            identifier: identifier, title: ForeignTitle(name, mnemonics), activation: activation,
            command: command)
        activity.titles = entry.translations("Name").mapValues { ForeignTitle($0, mnemonics) }
        activity.icon = icon
        activity.isShare = isShare
        activity.desktops = desktops
        if let program = entry.string("TryExec"), !program.isEmpty { activity.programs = [[program]] }
        return activity
    }
}
