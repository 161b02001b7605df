// SPDX-License-Identifier: Apache-2.0

// Finds a company's or product's name in a title (HIG, Activity: no company or product name).
//
// Names are the vendor, the product, and the labels of the identifier except the first (a top-level domain)
// and the last (the activity's own name, which counts only if it is also the product's). A title contains a
// name if it contains all the name's words, whole and in order. One word of a longer name is not enough:
// "Red" of "Red Hat" is a word that any title may use, and only a list of such words would distinguish it
// from "Photoshop" of "Adobe Photoshop". The identifier mostly contains the word that matters:
// com.adobe.edit. Words under three cells do not count: too many are ordinary words. A name in a script
// without blanks is searched for as a substring.

struct TitleBrand: Hashable {
    /// The name as the manifest spells it.
    let name: String
    /// The manifest's key for the name.
    let key: String
    /// The folded words of the name that the title contains.
    let match: String

    /// The first name found in a title, in the order product, vendor, identifier.
    static func first(
        in title: String, vendor: String?, product: String?, identifier: String?
    ) -> TitleBrand? {
        let words = TitleFolding.words(title)
        let (vendor, product) = (vendor.flatMap(tested), product.flatMap(tested))
        let names =
            [("product", product), ("vendor", vendor)].compactMap { key, name in name.map { (key, $0) } }
            + (identifier.map { labels($0, product: product) } ?? []).map { ("identifier", $0) }
        return names.lazy.compactMap { key, name in
            match(name, in: words).map { TitleBrand(name: name, key: key, match: $0) }
        }.first
    }

    /// The name; nil if it is too long to search for.
    private static func tested(_ name: String) -> String? { name.utf8.count <= maximumNameBytes ? name : nil }

    private static func labels(_ identifier: String, product: String?) -> [String] {
        let labels = identifier.split(separator: ".").map(String.init)
        guard labels.count > 1, let last = labels.last else { return [] }
        let isProduct =
            product.map { TitleFolding.words($0).joined() == TitleFolding.words(last).joined() } ?? false
        return Array(labels.dropFirst().dropLast()) + (isProduct ? [last] : [])
    }

    /// Longest name to search for, in bytes.
    private static let maximumNameBytes = 256

    private static func match(_ name: String, in words: [String]) -> String? {
        let own = TitleFolding.words(name)
            .filter { CellWidth.of($0) >= minimumCells && !legalForms.contains($0) }
        guard !own.isEmpty else { return nil }
        if own.joined().contains(where: LineBreak.standsWithoutBlanks) {
            return words.joined().contains(own.joined()) ? own.joined() : nil
        }
        let stands = words.indices.contains { words[$0...].starts(with: own) }
        return stands ? own.joined(separator: " ") : nil
    }

    private static let minimumCells = 3

    /// Words of a company's written name that people leave out when they say it.
    private static let legalForms: Set = [
        "and", "corp", "corporation", "gmbh", "inc", "incorporated", "limited", "llc", "ltd", "org", "pty",
        "sarl", "srl", "the",
    ]
}
