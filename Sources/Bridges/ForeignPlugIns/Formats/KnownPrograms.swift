// SPDX-License-Identifier: Apache-2.0
//
// Installed programs that accept shared items. Few declare it, so a data file describes how each is started
// (known-programs.json in the data folders); a program whose desktop entry declares it needs no row. The
// system activities' program `hand-over` starts both with the shared items.

import ActivityModel
import Glibc
import Host
import StrictJSON

struct KnownPrograms: ForeignFormat {
    static let prefix = "program"

    private let surroundings: Surroundings
    /// Rows keyed by the entries' names.
    private let rows: [String: KnownProgram]
    /// Reasons why files of rows cannot be used, keyed by path.
    private var faults: [String: Omission] = [:]

    private static let file = "activityd/known-programs.json"
    private static let starter = "activityd/activities/python/bin/hand-over"

    init(surroundings: Surroundings) {
        self.surroundings = surroundings
        var rows: [String: KnownProgram] = [:]
        for path in surroundings.dataFolders.map({ $0 + "/" + Self.file }) where access(path, F_OK) == 0 {
            do throws(Omission) {
                for program in try Self.rows(in: path) {
                    for entry in program.entries where rows[entry] == nil { rows[entry] = program }
                }
            } catch {
                faults[path] = error
            }
        }
        self.rows = rows
    }

    private static func rows(in path: String) throws(Omission) -> [KnownProgram] {
        let bytes = try ForeignFile.read(path)
        do {
            let file = try JSON.Object(json: JSON(parsing: bytes))
            let titles: [String: [String: String]]? = try file.read("titles")
            let rows: [JSON.Object] = try file.read("programs")
            return try rows.enumerated().map { index, row throws(JSON.Mismatch) in
                do throws(JSON.Mismatch) {
                    return try KnownProgram(row, file: path, titles: titles ?? [:])
                } catch {
                    throw error.beneath(String(index)).beneath("programs")
                }
            }
        } catch {
            throw Omission("Its file is not as docs/plugins.md has it: \(error).")
        }
    }

    func files() -> ForeignFiles {
        var files = ForeignFiles(in: ["applications"], of: surroundings.dataFolders, ending: ".desktop")
        files.keep { rows[$0.name] != nil || Self.saysSo($0.path) }
        for path in faults.keys.sorted() { files.add(unreadable: path) }
        for folder in surroundings.dataFolders {
            for name in [Self.file, Self.starter] { files.add(source: folder + "/" + name) }
        }
        for path in defaults { files.add(source: path) }
        return files
    }

    /// Whether the entry speaks of sharing, or cannot be read: the reason is told.
    private static func saysSo(_ path: String) -> Bool {
        guard let bytes = try? ForeignFile.read(path) else { return access(path, R_OK) == 0 }
        guard bytes.firstRange(of: "X-Activity-Share".utf8) != nil else { return false }
        guard let keys = try? KeyFile(bytes, dialect: .glib) else { return true }
        return keys["Desktop Entry"]?.has("X-Activity-Share") == true
    }

    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction] {
        if let fault = faults[file.path] { throw fault }
        let keys = try KeyFile(ForeignFile.read(file.path), dialect: .glib)
        guard let entry = keys["Desktop Entry"] else { throw Omission("It is no desktop entry.") }
        let name = Self.shown(entry.string("Name", in: surroundings.languages) ?? file.name)
        return [
            ForeignAction(name) { () throws(Omission) in
                guard entry.boolean("Hidden") != true else { throw Omission("It is switched off.") }
                let own = try KnownProgram(entry, name: name, path: file.path)
                guard let program = own ?? rows[file.name] else { throw .noAction }
                return try activity(program, entry, file, name)
            }
        ]
    }

    private func activity(
        _ program: KnownProgram, _ entry: KeyFile.Group, _ file: ForeignFiles.File, _ name: String
    ) throws(Omission) -> ForeignActivity {
        try check(entry)
        if let type = program.unlessDefault, isDefault(file.name, for: type) {
            throw Omission("A system activity starts it already, as the default program for \(type).")
        }
        let starters = surroundings.dataFolders.map { $0 + "/" + Self.starter }
        guard let starter = starters.first(where: { access($0, X_OK) == 0 }) else {
            throw Omission("activityd's program \(Self.starter) is missing.")
        }
        let words = try words(of: program, entry, file, name)
        let (activation, texts) = program.activations
        var activity = ForeignActivity(
            identifier: ForeignIdentifier.make(Self.prefix, [program.row?.name ?? file.name]),
            title: ForeignTitle(program.title, .none), activation: activation,
            command: PlugInCommand(
                reader: [starter, program.handed(words, name: name, application: file.name)],
                programs: ["python3", words.start[0]]))
        activity.titles = program.titles.mapValues { ForeignTitle($0, .none) }
        activity.product = name
        activity.icon = entry.string("Icon", in: surroundings.languages)
        activity.isShare = program.isShare
        activity.desktops = entry.list("OnlyShowIn") ?? []
        if let tried = entry.string("TryExec"), !tried.isEmpty { activity.programs = [[tried]] }
        activity.receiver = .init(
            application: file.name, texts: texts, service: program.isCalled ? file.name : nil)
        return activity
    }

    private func words(
        of program: KnownProgram, _ entry: KeyFile.Group, _ file: ForeignFiles.File, _ name: String
    ) throws(Omission) -> ProgramWords {
        if let words = program.words { return words }
        if let program = program.program { return ProgramWords(program: program) }
        var words = try ProgramWords(entry, name: name, path: file.path)
        words.dropSeparator()
        return words
    }

    private func check(_ entry: KeyFile.Group) throws(Omission) {
        guard entry.string("Type") ?? "Application" == "Application" else {
            throw Omission("It is not of an application.")
        }
        guard entry.boolean("Terminal") != true else { throw Omission("It runs in a terminal window.") }
        guard (entry.list("NotShowIn") ?? []).allSatisfy({ !surroundings.desktops.contains($0) }) else {
            throw Omission("It is not for this desktop.")
        }
    }

    /// A name in one printable line of moderate length.
    private static func shown(_ name: String) -> String {
        let text = printable(name)
        let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(80)))
        return cut == text ? text : cut + "…"
    }

    /// The lists of default programs, best first (Association between MIME types and applications).
    private var defaults: [String] {
        (surroundings.configFolders + surroundings.dataFolders.map { $0 + "/applications" }).map {
            $0 + "/mimeapps.list"
        }
    }

    private func isDefault(_ entry: String, for type: String) -> Bool {
        let chosen = defaults.lazy.compactMap { path in
            (try? KeyFile(ForeignFile.read(path), dialect: .glib))?["Default Applications"]?.list(type)?.first
        }.first
        return chosen == entry + ".desktop"
    }
}
