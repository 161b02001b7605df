// SPDX-License-Identifier: Apache-2.0

// Whose name a title bears (HIG, Activity: no company or product name).
//
// Names are the vendor, the product, and the labels of the identifier but for the first (a top-level domain)
// and the last (what the activity is called; it counts where it is the product's name too). A title bears a
// name if the name's words stand in it, whole and in order, or if one of the words of a longer name does:
// "Photoshop" is enough of "Adobe Photoshop". That one word must not be one that any title may use; hence the
// list of common ones. Words under three cells are left out of account: too many are just words. A name in a
// script without blanks is looked for as it is.

/// A name that a title should do without.
struct TitleBrand: Hashable {
    /// As it stands in the manifest.
    let name: String
    /// The manifest's key that holds it.
    let key: String
    /// The folded words of it that the title holds.
    let match: String

    /// The first name found in a title, in the order product, vendor, identifier.
    static func first(
        in title: String, vendor: String?, product: String?, identifier: String
    ) -> TitleBrand? {
        let words = TitleFolding.words(title)
        let (vendor, product) = (vendor.flatMap(tested), product.flatMap(tested))
        let names =
            [("product", product), ("vendor", vendor)].compactMap { key, name in name.map { (key, $0) } }
            + labels(identifier, product: product).map { ("identifier", $0) }
        return names.lazy.compactMap { key, name in
            match(name, in: words).map { TitleBrand(name: name, key: key, match: $0) }
        }.first
    }

    /// Nil for what is too long to be a name.
    private static func tested(_ name: String) -> String? { name.utf8.count <= longestName ? name : nil }

    private static func labels(_ identifier: String, product: String?) -> [String] {
        let labels = identifier.split(separator: ".").map(String.init)
        guard labels.count > 1, let last = labels.last else { return [] }
        let isProduct =
            product.map { TitleFolding.words($0).joined() == TitleFolding.words(last).joined() } ?? false
        return Array(labels.dropFirst().dropLast()) + (isProduct ? [last] : [])
    }

    /// Longest name to look for, in bytes.
    private static let longestName = 256

    private static func match(_ name: String, in words: [String]) -> String? {
        let all = TitleFolding.words(name)
        let own = all.filter { CellWidth.of($0) >= leastCells && !legalForms.contains($0) }
        guard !own.isEmpty else { return nil }
        if own.joined().contains(where: LineBreak.standsWithoutBlanks) {
            return words.joined().contains(own.joined()) ? own.joined() : nil
        }
        if words.indices.contains(where: { words[$0...].starts(with: own) }) {
            return own.joined(separator: " ")
        }
        return own.first { !commonWords.contains($0) && words.contains($0) }
    }

    private static let leastCells = 3

    /// What says that a name is a company's and is never said with it.
    private static let legalForms: Set = [
        "and", "corp", "corporation", "gmbh", "inc", "incorporated", "limited", "llc", "ltd", "org", "pty",
        "sarl",
        "srl", "the",
    ]

    /// Words of many names of companies and programs that say what they make.
    private static let commonWords: Set = [
        "app", "apps", "archive", "audio", "book", "browser", "calendar", "camera", "chat", "cloud", "code",
        "color",
        "colour", "community", "company", "contacts", "converter", "copy", "creator", "data", "design",
        "desktop",
        "developers", "development", "digital", "disk", "document", "documents", "download", "drive", "easy",
        "edit",
        "editor", "email", "encryption", "exchange", "explorer", "fast", "file", "files", "filter", "folder",
        "font",
        "for", "foundation", "free", "gallery", "game", "games", "graphics", "group", "home", "image",
        "images",
        "internet", "kit", "labs", "library", "light", "link", "links", "list", "mail", "manager", "map",
        "maps",
        "media", "message", "messages", "messenger", "mobile", "music", "network", "new", "news", "note",
        "notes",
        "office", "online", "open", "organizer", "page", "paint", "paper", "password", "pdf", "personal",
        "phone",
        "photo", "photos", "picture", "pictures", "player", "print", "printer", "private", "pro", "project",
        "public",
        "quick", "reader", "record", "recorder", "resizer", "scan", "scanner", "screen", "search", "secure",
        "security",
        "send", "server", "service", "services", "share", "simple", "smart", "social", "software",
        "solutions", "sound",
        "source", "storage", "store", "studio", "suite", "sync", "system", "systems", "task", "tasks", "team",
        "technologies", "technology", "terminal", "text", "time", "tool", "tools", "transfer", "translate",
        "translator", "utilities", "video", "videos", "view", "viewer", "web", "with", "word", "work",
        "works", "world",
        "write", "writer", "your",
    ]
}
