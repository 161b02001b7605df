// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A program that takes what is shared: a row of known-programs.json, or what its desktop entry says of
/// itself.
struct KnownProgram: Sendable {
    /// The row's file and name; nil for what an entry says.
    var row: (file: String, name: String)?
    /// Names of its desktop entries, Flatpaks' and snaps' included.
    var entries: [String] = []
    let title: String
    let titles: [String: String]
    var isShare = true
    /// Types of files; empty if it takes texts and links alone.
    let types: [String]
    let takesTexts: Bool
    /// The program that is started in place of the entry's.
    var program: String?
    /// Whether it is called on the bus, by its entry's name.
    var isCalled = false
    /// A type whose default program needs no activity of its own.
    var unlessDefault: String?

    /// The keys of a row; the program that starts it reads some of them.
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
        let words: (files: [String]?, text: [String]?) = (try object.read("files"), try object.read("text"))
        takesTexts = words.text != nil
        program = try object.read("program")
        let action: String? = try object.read("action")
        isCalled = action != nil
        unlessDefault = try object.read("unlessDefault")
        guard (words.files != nil || isCalled) == !self.types.isEmpty else {
            throw JSON.Mismatch(expected: "\"types\" with \"files\" or \"action\"")
        }
    }

    /// - Returns: nil if the entry says nothing of sharing.
    init?(_ entry: KeyFile.Group) {
        guard let types = entry.list("X-Activity-Share") else { return nil }
        title = entry.string("X-Activity-Share-Title") ?? ""
        titles = entry.translations("X-Activity-Share-Title")
        self.types = types
        takesTexts = entry.has("X-Activity-Share-Text")
    }

    /// The conditions for its files, and for texts and links.
    var activations: (first: Activation, texts: Activation?) {
        var texts = Activation()
        texts.types = ["text/plain", "x-scheme-handler/http", "x-scheme-handler/https"]
        texts.max = 10
        texts.maxBytes = 8192
        guard !types.isEmpty || !takesTexts else { return (texts, nil) }
        var files = Activation()
        files.types = Activation.patterns(types)
        files.isLocal = true
        guard takesTexts else { return (files, nil) }
        (files.min, texts.min) = (0, 0)
        return (files, texts)
    }
}
