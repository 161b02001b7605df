// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Nemo's actions, parsed like nemo-action.c.
struct NemoActions: ForeignFormat {
    static let prefix = "nemo"

    let surroundings: Surroundings

    func files() -> ForeignFiles {
        ForeignFiles(in: ["nemo/actions"], of: surroundings.dataFolders, ending: ".nemo_action")
    }

    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction] {
        let keys = try KeyFile(ForeignFile.read(file.path), dialect: .glib)
        guard let entry = keys["Nemo Action"] else { throw Omission("It is no action of Nemo's.") }
        let name = entry.string("Name", in: surroundings.languages)
        let title = name.map { ForeignTitle($0, .underscore).text }
        return [
            ForeignAction(title ?? file.name) { () throws(Omission) in try translated(entry, file) }
        ]
    }

    private func translated(_ entry: KeyFile.Group, _ file: ForeignFiles.File) throws(Omission)
        -> ForeignActivity
    {
        guard entry.boolean("Active") != false else { throw Omission("It is switched off.") }
        guard let name = entry.string("Name"), let command = entry.string("Exec"),
            let selection = entry.string("Selection"), entry.has("Extensions") || entry.has("Mimetypes")
        else {
            throw Omission(
                "It lacks one of Name, Exec, Selection, Extensions and Mimetypes, so Nemo ignores it.")
        }
        guard !name.contains("%") else { throw Omission("Its name changes with what is selected.") }
        try checkConditions(entry)
        var activation = Activation()
        try readSelection(selection.lowercased(), &activation)
        readTypes(entry, &activation)
        let separator = entry.string("Separator") ?? " "
        let started = try PlugInCommand(
            nemo: command, conditions: commandConditions(entry), folder: file.folder,
            separator: separator, isSingle: activation.isSingle)
        if started.isForOne {
            guard activation.min <= 1 else {
                throw Omission("It joins the files' names with \"\(separator)\", so no program finds them.")
            }
            activation.max = 1
        }
        var activity = ForeignActivity(
            identifier: ForeignIdentifier.make(Self.prefix, [file.name]),
            title: ForeignTitle(name, .underscore), activation: activation, command: started)
        activity.titles = entry.translations("Name").mapValues { ForeignTitle($0, .underscore) }
        activity.icon = entry.string("Icon-Name").map {
            $0.hasPrefix("<") ? String($0.dropFirst().dropLast()) : $0
        }
        activity.programs = try programs(entry)
        return activity
    }

    private func checkConditions(_ entry: KeyFile.Group) throws(Omission) {
        guard entry.boolean("Terminal") != true else { throw Omission("It runs in a terminal window.") }
        if let scheme = entry.string("UriScheme"), scheme != "file" {
            throw Omission("It is for \(scheme) alone, and not for files.")
        }
        guard !entry.has("Files"), !entry.has("Locations") else {
            throw Omission(
                "It is for files of certain names or places, which a share sheet does not look at.")
        }
        guard entry.string("Quote") != "backtick" else {
            throw Omission("Nemo would put its files between backticks, and no program finds them so.")
        }
        for condition in entry.list("Conditions") ?? [] {
            switch condition.prefix(while: { $0 != " " }) {
            case "desktop": throw Omission("It is for the desktop's own menu.")
            case "dbus": throw Omission("It is offered while another program runs.")
            case "gsettings": throw Omission("It is offered by a setting of the desktop.")
            case "removable": throw Omission("It is for removable drives.")
            case "sidebar-only": throw Omission("It is for Nemo's sidebar.")
            default: break
            }
        }
    }

    private func commandConditions(_ entry: KeyFile.Group) -> [String] {
        (entry.list("Conditions") ?? []).filter { $0.hasPrefix("exec ") }.map { String($0.dropFirst(5)) }
    }

    private func readSelection(_ selection: String, _ activation: inout Activation) throws(Omission) {
        switch selection {
        case "none": throw Omission("It is for a folder's background, where nothing is selected.")
        case "m": activation.min = 2
        case "notnone", "any": break
        case "s": activation.max = 1
        default:
            let count = max(Int(foreign: selection.prefix { $0.isNumber }) ?? 1, 1)
            (activation.min, activation.max) = (count, count)
        }
    }

    /// Reads extensions and types; a file need match only one of the two lists. The MIME database translates
    /// extensions.
    private func readTypes(_ entry: KeyFile.Group, _ activation: inout Activation) {
        let endings = entry.list("Extensions") ?? []
        guard endings != ["any"] else {
            activation.types = Activation.everything
            return
        }
        let found = endings.flatMap { ending -> [String] in
            switch ending {
            case "dir": ["inode/directory"]
            case "nodirs": ["*/*"]
            case "none", "any": []
            default: surroundings.types.types(ofEnding: String(ending.lowercased().drop { $0 == "." }))
            }
        }
        activation.types = Activation.patterns(found + (entry.list("Mimetypes") ?? []))
    }

    private func programs(_ entry: KeyFile.Group) throws(Omission) -> [[String]] {
        var programs: [[String]] = []
        for dependency in entry.list("Dependencies") ?? [] where !dependency.isEmpty {
            guard dependency.hasPrefix("!") else {
                programs.append([dependency])
                continue
            }
            let program = String(dependency.dropFirst())
            if isThere(program) { throw Omission("It stands aside because \(program) is installed.") }
        }
        return programs
    }

    private func isThere(_ program: String) -> Bool {
        if program.hasPrefix("/") { return access(program, F_OK) == 0 }
        return surroundings.programFolders.contains { access($0 + "/" + program, X_OK) == 0 }
    }
}
