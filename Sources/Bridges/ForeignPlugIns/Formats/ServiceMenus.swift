// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// KDE's service menus: desktop entries with actions, parsed like KFileItemActions of KDE Frameworks 6.
struct ServiceMenus: ForeignFormat {
    static let prefix = "servicemenu"

    let surroundings: Surroundings

    private static let folder = "kio/servicemenus"
    /// Plasma 5's folders, which also contain other services.
    private static let oldFolders = ["kservices5", "kservices5/ServiceMenus"]

    func files() -> ForeignFiles {
        var files = ForeignFiles(
            in: [Self.folder] + Self.oldFolders, of: surroundings.dataFolders, ending: ".desktop")
        for config in surroundings.configFolders { files.add(source: config + "/kservicemenurc") }
        return files
    }

    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction] {
        let keys = try KeyFile(ForeignFile.read(file.path), dialect: .kconfig)
        guard let entry = keys["Desktop Entry"] else { throw Omission("It is no desktop entry.") }
        let isOld = Self.oldFolders.contains { file.folder.hasSuffix("/" + $0) }
        let isMenu =
            entry.commaList("ServiceTypes").contains("KonqPopupMenu/Plugin")
            || entry.commaList("X-KDE-ServiceTypes").contains("KonqPopupMenu/Plugin")
        guard !isOld || isMenu else { return [] }
        let shown = shownActions()
        let names = (entry.list("Actions") ?? []).filter { $0 != "_SEPARATOR_" }
        try ForeignAction.checkCount(names.count)
        let activation = Result { () throws(Omission) in try Self.activation(entry) }
        return names.map { key in
            let action = keys["Desktop Action " + key]
            return ForeignAction(action?.string("Name", in: surroundings.languages) ?? key) {
                () throws(Omission) in
                guard let action else {
                    throw Omission("Its file names the action \"\(key)\", and does not have it.")
                }
                guard shown?.boolean(key) != false else {
                    throw Omission("It is switched off in KDE's settings.")
                }
                if file.folder.hasSuffix("/" + Self.folder) { try checkTrust(file.path) }
                let identifier = ForeignIdentifier.make(Self.prefix, [file.name, key])
                return try translated(action, entry, identifier, activation)
            }
        }
    }

    /// Rejects a file for which KDE would ask for confirmation: one that is neither root's nor executable.
    /// The generator's user namespace maps only the person, so root cannot be distinguished from other users;
    /// files of unknown owners are trusted except in the person's own folders.
    private func checkTrust(_ path: String) throws(Omission) {
        var status = stat()
        let isOwn = [surroundings.home, surroundings.dataFolders[0]].contains { path.hasPrefix($0 + "/") }
        guard stat(path, &status) == 0,
            status.st_uid == 0 || status.st_uid == Self.overflowUser && !isOwn || access(path, X_OK) == 0
        else {
            throw Omission(
                "Its file is not executable, so KDE does not trust it. Allow executing it as a program.")
        }
    }

    /// User ID that the kernel reports for owners unknown to a user namespace (user_namespaces(7)).
    private static let overflowUser: uid_t = {
        let bytes = try? AtomicFile.read("/proc/sys/kernel/overflowuid", limit: 32)
        return bytes.flatMap { uid_t(String(decoding: $0[...].trimmed, as: UTF8.self)) } ?? 65_534
    }()

    private func shownActions() -> KeyFile.Group? {
        for folder in surroundings.configFolders {
            guard let bytes = try? ForeignFile.read(folder + "/kservicemenurc"),
                let show = try? KeyFile(bytes, dialect: .kconfig)["Show"]
            else { continue }
            return show
        }
        return nil
    }

    private func translated(
        _ action: KeyFile.Group, _ entry: KeyFile.Group, _ identifier: String,
        _ found: Result<Activation, Omission>
    ) throws(Omission) -> ForeignActivity {
        let languages = surroundings.languages
        guard let name = action.string("Name"), !name.isEmpty else { throw Omission("It has no name.") }
        guard !name.unicodeScalars.contains("\u{FFFD}") else {
            throw Omission("Its file is not written in UTF-8.")
        }
        guard entry.boolean("Terminal") != true else { throw Omission("It runs in a terminal window.") }
        guard entry.boolean("X-KDE-SubstituteUID") != true else { throw Omission("It runs as another user.") }
        try ForeignActivity.checkFolder(entry)
        var activation = try found.get()
        guard let command = action.string("Exec", in: languages), !command.isEmpty else { throw .noCommand }
        let facts = PlugInCommand.EntryFacts(
            name: entry.string("Name", in: languages) ?? "", icon: entry.string("Icon", in: languages) ?? "")
        let started = try PlugInCommand(
            kio: command, facts, isSingle: activation.isSingle, home: surroundings.home)
        if started.isForOne { activation.max = 1 }
        var activity = ForeignActivity(
            identifier: identifier, title: ForeignTitle(name, .none), activation: activation,
            command: started)
        activity.titles = action.translations("Name").mapValues { ForeignTitle($0, .none) }
        // As KProcessRunner::fromApplication() does.
        activity.startsBesideFile = true
        activity.product = entry.string("X-KDE-Submenu")
        activity.icon = action.string("Icon") ?? entry.string("Icon")
        return activity
    }
}

extension ServiceMenus {
    /// Parses the files for which a service menu is offered.
    private static func activation(_ entry: KeyFile.Group) throws(Omission) -> Activation {
        try checkProtocol(entry)
        var types = entry.list("MimeType") ?? []
        if types.isEmpty { types = entry.commaList("ServiceTypes").filter { $0 != "KonqPopupMenu/Plugin" } }
        guard !types.isEmpty else { throw Omission("It names no type of file.") }
        var activation = Activation()
        activation.types = patterns(types)
        activation.except = patterns(entry.commaList("ExcludeServiceTypes"))
        try readCounts(entry, &activation)
        return activation
    }

    /// Checks that KIO would offer the menu for local files, the only ones shared here.
    private static func checkProtocol(_ entry: KeyFile.Group) throws(Omission) {
        let wanted = entry.string("X-KDE-Protocol")
        if let wanted, wanted == "!file" || (!wanted.hasPrefix("!") && wanted != "file") {
            throw Omission("It is for \(wanted) alone, and not for files.")
        }
        if wanted == nil, entry.has("X-KDE-Protocols"), !entry.commaList("X-KDE-Protocols").contains("file") {
            throw Omission("It is not for files of this computer.")
        }
    }

    private static func patterns(_ types: [String]) -> [String] {
        Activation.patterns(
            types.flatMap { type in
                switch type {
                case "all/all": Activation.everything
                case "all/allfiles", "allfiles", "application/octet-stream": ["*/*"]
                default: [type]
                }
            })
    }

    private static func readCounts(_ entry: KeyFile.Group, _ activation: inout Activation) throws(Omission) {
        let required = Set(
            entry.commaList("X-KDE-RequiredNumberOfUrls").map { Int(foreign: $0.filter { $0 != " " }) ?? 0 })
        if let least = required.min(), let most = required.max() {
            guard most - least + 1 == required.count else {
                throw Omission("It is for several numbers of files that do not follow each other.")
            }
            (activation.min, activation.max) = (max(least, 1), most)
        }
        if let least = entry.string("X-KDE-MinNumberOfUrls") {
            activation.min = max(activation.min, Int(foreign: least) ?? 0)
        }
        if let most = entry.string("X-KDE-MaxNumberOfUrls") {
            activation.max = min(activation.max ?? .max, Int(foreign: most) ?? 0)
        }
    }
}
