// SPDX-License-Identifier: Apache-2.0
//
// Installed programs that take what is shared. Most say so nowhere, so a file of data knows how each is
// started (known-programs.json in the data folders); one that says it in its desktop entry needs no row. What
// is shared reaches both by the program `hand-over` of the system activities.

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

    private static func saysSo(_ path: String) -> Bool {
        (try? ForeignFile.read(path)).map {
            // Before the regular expression, a search for plain text: most entries are large and say nothing.
            let text = String(decoding: $0, as: UTF8.self)
            return text.contains("\nX-Activity-Share") && text.contains(/\nX-Activity-Share[ \t]*=/)
        } ?? false
    }

    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction] {
        if let fault = faults[file.path] { throw fault }
        let keys = try KeyFile(ForeignFile.read(file.path), dialect: .glib)
        guard let entry = keys["Desktop Entry"] else { throw Omission("It is no desktop entry.") }
        let name = entry.string("Name", in: surroundings.languages) ?? file.name
        return [
            ForeignAction(name) { () throws(Omission) in
                guard let program = KnownProgram(entry) ?? rows[file.name] else { throw .noAction }
                return try activity(program, entry, file, name)
            }
        ]
    }

    private func activity(
        _ program: KnownProgram, _ entry: KeyFile.Group, _ file: ForeignFiles.File, _ name: String
    ) throws(Omission) -> ForeignActivity {
        guard entry.boolean("Hidden") != true else { throw Omission("It is switched off.") }
        if let type = program.unlessDefault, isDefault(file.name, for: type) {
            throw Omission("A system activity starts it already, as the default program for \(type).")
        }
        let starters = surroundings.dataFolders.map { $0 + "/" + Self.starter }
        guard let starter = starters.first(where: { access($0, X_OK) == 0 }) else {
            throw Omission("activityd's program \(Self.starter) is missing.")
        }
        guard let started = try GLibWords.split(entry.string("Exec") ?? "").first?.text else {
            throw .noCommand
        }
        let (activation, texts) = program.activations
        var activity = ForeignActivity(
            identifier: ForeignIdentifier.make(Self.prefix, [program.row?.name ?? file.name]),
            title: ForeignTitle(program.title, .none), activation: activation,
            command: PlugInCommand(
                reader: [starter, file.path] + (program.row.map { [$0.file, $0.name] } ?? []),
                programs: ["python3", program.program ?? started]))
        activity.titles = program.titles.mapValues { ForeignTitle($0, .none) }
        activity.product = name
        activity.icon = entry.string("Icon", in: surroundings.languages)
        activity.isShare = program.isShare
        activity.receiver = .init(
            application: file.name, texts: texts, service: program.isCalled ? file.name : nil)
        return activity
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
