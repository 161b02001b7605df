// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A program that accepts shared items, described by a row of known-programs.json or by its own desktop
/// entry.
struct KnownProgram: Sendable {
    /// The row's file and name; nil if an entry describes the program.
    var row: (file: String, name: String)?
    /// Names of its desktop entries, Flatpaks' and snaps' included.
    var entries: [String] = []
    let title: String
    let titles: [String: String]
    var isShare = true
    /// Types of files; empty if it takes texts and links alone.
    let types: [String]
    /// The words around its arguments; nil for a row, which reads them of the entry that it finds.
    private(set) var words: ProgramWords?
    /// Arguments for files and for a text, by the placeholders of docs/plugins.md.
    let files: [String]?
    let text: [String]?
    /// The program that is started in place of the entry's.
    var program: String?
    /// Members of the row that `hand-over` goes by.
    private var further: [(name: String, value: JSON)] = []
    /// Whether it is called on the bus, by its entry's name.
    var isCalled = false
    /// A type whose default program needs no activity of its own.
    var unlessDefault: String?

    /// The keys of a row.
    private static let keys: Set<String> = [
        "name", "source", "entries", "title", "titles", "category", "network", "types", "files", "text",
        "longest", "together", "action", "program", "runs", "unlessDefault",
    ]

    /// - Parameter titles: translations keyed by title, which several rows may have.
    init(_ object: JSON.Object, file: String, titles: [String: [String: String]]) throws(JSON.Mismatch) {
        if let unknown = object.names.first(where: { !Self.keys.contains($0) }) {
            throw JSON.Mismatch(expected: "no \"\(unknown)\"")
        }
        row = (file, try object.read("name"))
        entries = try object.read("entries")
        title = try object.read("title")
        let own: [String: String]? = try object.read("titles")
        self.titles = own ?? titles[title] ?? [:]
        let network: Bool? = try object.read("network")
        guard network != false else {
            throw JSON.Mismatch(pointer: "/network", expected: "true, as a sandbox has no display")
        }
        let category: String? = try object.read("category")
        isShare = category != "action"
        let types: [String]? = try object.read("types")
        self.types = types ?? []
        (files, text) = (try object.read("files"), try object.read("text"))
        program = try object.read("program")
        let (longest, together): (Int?, Bool?) = (try object.read("longest"), try object.read("together"))
        let (runs, action): (String?, String?) = (try object.read("runs"), try object.read("action"))
        isCalled = action != nil
        further = [
            ("longest", longest.map { .integer($0) }), ("together", together == true ? true : nil),
            ("runs", runs.map { .string($0) }), ("action", action.map { .string($0) }),
        ].compactMap { name, value in value.map { (name, $0) } }
        unlessDefault = try object.read("unlessDefault")
        guard (files != nil || isCalled) == !self.types.isEmpty else {
            throw JSON.Mismatch(expected: "\"types\" with \"files\" or \"action\"")
        }
    }

    /// - Returns: nil if the entry says nothing of sharing.
    init?(_ entry: KeyFile.Group, name: String, path: String) throws(Omission) {
        guard let types = entry.list("X-Activity-Share") else { return nil }
        title = entry.string("X-Activity-Share-Title") ?? ""
        titles = entry.translations("X-Activity-Share-Title")
        self.types = types
        let words = try ProgramWords(entry, name: name, path: path)
        self.words = words
        files = types.isEmpty ? nil : try entry.filesArguments()
        text = try entry.textArguments(after: words.start)
        if let files { try words.check(files, of: "X-Activity-Share-Files") }
        if let text { try words.check(text, of: "X-Activity-Share-Text") }
    }

    /// How `hand-over` starts it, as its argument.
    ///
    /// - Parameter words: the words before and after the shared items.
    func handed(_ words: ProgramWords, name: String, application: String) -> String {
        func list(_ words: [String]?) -> JSON? { words.map { .array($0.map { .string($0) }) } }
        var object = JSON.Object([("name", .string(name)), ("application", .string(application))])
        for (name, value) in [
            ("start", list(words.start)), ("end", list(words.end)),
            ("files", list(files)), ("text", list(text)),
        ] where value != nil { object.set(name, value) }
        for (name, value) in further { object.set(name, value) }
        // A brace before a name would be an answer's in a manifest.
        return String(decoding: JSON.object(object).serialized, as: UTF8.self)
            .replacing(/\{(?=[a-z])/, with: #"\u007b"#)
    }

    /// The conditions for its files, and for texts and links.
    var activations: (first: Activation, texts: Activation?) {
        var texts = Activation()
        texts.types = ["text/plain", "x-scheme-handler/http", "x-scheme-handler/https"]
        texts.max = 10
        texts.maxBytes = 8192
        guard !types.isEmpty || text == nil else { return (texts, nil) }
        var files = Activation()
        files.types = Activation.patterns(types)
        files.isLocal = true
        guard text != nil else { return (files, nil) }
        (files.min, texts.min) = (0, 0)
        return (files, texts)
    }
}
