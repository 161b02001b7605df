// SPDX-License-Identifier: Apache-2.0

import Host

/// Actions of the Desktop Entry Specification's extension for menus and actions (DES-EMA), parsed like
/// libfm-qt.
struct FileManagerActions: ForeignFormat {
    static let prefix = "filemanager"

    let surroundings: Surroundings

    /// Maximum depth of subfolders to search.
    private static let maximumDepth = 3

    func files() -> ForeignFiles {
        var files = ForeignFiles()
        for data in surroundings.dataFolders.dropFirst() + surroundings.dataFolders.prefix(1) {
            add(data + "/file-manager/actions", prefix: "", to: &files, depth: 0)
        }
        return files
    }

    private func add(_ folder: String, prefix: String, to files: inout ForeignFiles, depth: Int) {
        files.add(folder: folder, ending: ".desktop", prefix: prefix)
        guard depth < Self.maximumDepth else { return }
        var inner: [String] = []
        try? Folder(opening: folder).visit { name, isFolder in
            if isFolder { inner.append(String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)) }
            return true
        }
        for name in inner.sorted() {
            add(folder + "/" + name, prefix: prefix + name + "-", to: &files, depth: depth + 1)
        }
    }

    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction] {
        let keys = try KeyFile(ForeignFile.read(file.path), dialect: .glib)
        guard let entry = keys["Desktop Entry"] else { throw Omission("It is no desktop entry.") }
        guard entry.string("Type") == "Action" else { return [] }
        let names = entry.translations("Name")
        let name =
            entry.string("Name") ?? surroundings.languages.lazy.compactMap { names[$0] }.first ?? names["en"]
            ?? names.sorted { $0.key < $1.key }.first?.value
        let shown = entry.string("Name", in: surroundings.languages) ?? name ?? file.name
        let profiles = entry.list("Profiles") ?? []
        try ForeignAction.checkCount(profiles.count)
        var earlier: [Activation]? = []
        let actions = profiles.map { profile in
            ForeignAction(shown) { () throws(Omission) in
                guard let name else { throw Omission("It has no name.") }
                guard let group = keys["X-Action-Profile " + profile] else {
                    throw Omission("Its file names the profile \"\(profile)\", and does not have it.")
                }
                try check(entry)
                // After a profile with unknown conditions, no later profile's conditions are known.
                guard let before = earlier else { throw .anotherProfile }
                earlier = nil
                let conditions = try ActionConditions(entry, group, surroundings.types)
                earlier = before + [conditions.own]
                let activation = try conditions.activation(after: before)
                let names = [file.name] + (profiles.count > 1 ? [profile] : [])
                var activity = try translated(
                    group, name, ForeignIdentifier.make(Self.prefix, names), activation)
                activity.titles = entry.translations("Name").mapValues { ForeignTitle($0, .none) }
                activity.icon = entry.string("Icon", in: surroundings.languages)
                activity.programs = [entry, group].compactMap { $0.string("TryExec") }.filter { !$0.isEmpty }
                    .map { [$0] }
                return activity
            }
        }
        return actions
    }

    private func check(_ entry: KeyFile.Group) throws(Omission) {
        guard !Self.isFalse(entry, "Enabled"), entry.boolean("Hidden") != true else {
            throw Omission("It is switched off.")
        }
        guard !Self.isFalse(entry, "TargetContext") else {
            throw Omission("It is not for the menu of files.")
        }
    }

    /// Whether the key is explicitly false; invalid values are ignored.
    private static func isFalse(_ entry: KeyFile.Group, _ key: String) -> Bool {
        entry.boolean(key) == false
            && ["false", "0"].contains(entry.string(key)?.filter { !$0.isWhitespace })
    }

    private func translated(
        _ profile: KeyFile.Group, _ name: String, _ identifier: String, _ activation: Activation
    ) throws(Omission) -> ForeignActivity {
        guard let command = profile.string("Exec"), !command.isEmpty else { throw .noCommand }
        guard !["Terminal", "Embedded"].contains(profile.string("ExecutionMode")) else {
            throw Omission("It runs in a terminal window.")
        }
        guard !name.contains("%") else { throw Omission("Its name changes with what is selected.") }
        return ForeignActivity(
            identifier: identifier, title: ForeignTitle(name, .none), activation: activation,
            command: try PlugInCommand(action: command, isSingle: activation.isSingle))
    }
}

/// The files for which an action's profile is offered.
struct ActionConditions {
    private(set) var own = Activation()
    private let types: TypeCatalogue

    /// Combines the conditions of action and profile, which must both hold.
    init(_ entry: KeyFile.Group, _ profile: KeyFile.Group, _ types: TypeCatalogue) throws(Omission) {
        self.types = types
        var lists: [[String]] = []
        for group in [entry, profile] {
            try Self.checkOthers(group)
            try Self.readCount(group, &own)
            if let list = try readTypes(group) { lists.append(list) }
            if let list = try readNames(group) { lists.append(list) }
        }
        own.types = lists.dropFirst().reduce(lists.first ?? Activation.everything, Activation.common)
    }

    /// Subtracts earlier profiles: the first profile that matches wins.
    func activation(after earlier: [Activation]) throws(Omission) -> Activation {
        var activation = own
        for other in earlier where Self.canMeet(activation, other) {
            guard other.except.isEmpty else { throw .anotherProfile }
            activation.except += other.types.filter { !activation.except.contains($0) }
            try activation.checkExceptions()
        }
        guard activation.types.isEmpty || !activation.types.allSatisfy(activation.except.contains) else {
            throw .anotherProfile
        }
        return activation
    }

    private static func canMeet(_ one: Activation, _ other: Activation) -> Bool {
        one.min <= other.max ?? .max && other.min <= one.max ?? .max
    }

    private static func checkOthers(_ group: KeyFile.Group) throws(Omission) {
        for key in ["ShowIfRegistered", "ShowIfTrue", "ShowIfRunning"] where group.has(key) {
            throw Omission("The file manager looks each time whether it is offered (\(key)).")
        }
        if let schemes = group.list("Schemes"), !schemes.contains("file"), !schemes.contains("*") {
            throw Omission("It is not for files of this computer.")
        }
        if let folders = group.list("Folders"), !folders.contains("/"), !folders.contains("/*"),
            !folders.contains("*")
        {
            throw Omission("It is for files in certain folders, which a share sheet does not look at.")
        }
    }

    private static func readCount(_ group: KeyFile.Group, _ activation: inout Activation) throws(Omission) {
        guard let text = group.string("SelectionCount"), let sign = text.first else { return }
        let number = Int(foreign: text.dropFirst().filter { !$0.isWhitespace }) ?? 0
        switch sign {
        case ">": activation.min = max(activation.min, number + 1)
        case "<": activation.max = min(activation.max ?? .max, number - 1)
        case "=":
            activation.min = max(activation.min, number)
            activation.max = min(activation.max ?? .max, number)
        default: break
        }
    }

    private mutating func readTypes(_ group: KeyFile.Group) throws(Omission) -> [String]? {
        guard let wanted = group.list("MimeTypes") else { return nil }
        own.except += Activation.patterns(
            wanted.filter { $0.hasPrefix("!") }.flatMap { Self.patterns($0.dropFirst()) })
        let types = wanted.filter { !$0.hasPrefix("!") }
        guard !types.isEmpty else {
            throw Omission("It only says which files it is not for, so it is for none.")
        }
        let patterns = Activation.patterns(types.flatMap { Self.patterns($0[...]) })
        return patterns == Activation.everything ? nil : patterns
    }

    private static func patterns(_ type: Substring) -> [String] {
        switch type {
        case "all/all", "*": Activation.everything
        case "all/allfiles": ["*/*"]
        default: [String(type)]
        }
    }

    /// Parses name patterns: `*` matches everything, `*.pdf` means a type.
    private func readNames(_ group: KeyFile.Group) throws(Omission) -> [String]? {
        guard let patterns = group.list("Basenames"), patterns != ["*"] else { return nil }
        var found: [String] = []
        for pattern in patterns {
            let ending = pattern.dropFirst(2)
            guard pattern.hasPrefix("*."), !ending.contains(where: { "*?[".contains($0) }) else {
                throw Omission("It is for files of certain names, which a share sheet does not look at.")
            }
            found += types.types(ofEnding: ending.lowercased())
        }
        return Activation.patterns(found)
    }
}

extension Omission {
    static let anotherProfile = Omission("Another profile of it comes first.")
}
