// SPDX-License-Identifier: Apache-2.0
//
// Chooses the title that a person is shown: RFC 4647's lookup, from the tag itself to ever shorter ones
// (sr-Latn-RS, sr-Latn, sr), and finally the base title. A tag longer than the one asked for never matches: a
// person who asks for `pt` may not read Brazilian Portuguese.
//
// Chinese tags cannot be shortened like that. Plain `zh` is written in simplified characters, so zh-TW
// shortened to `zh` would show the wrong script. Hence the lookup first derives the script from the tag or
// its region (TW, HK and MO write traditional characters), and then tries only tags of that script:
//
//     zh-TW        zh-TW, zh-Hant-TW, zh-Hant, then the other traditional ones: zh-HK, zh-MO
//     zh-MO        zh-MO, zh-Hant-MO, zh-Hant, then zh-HK, zh-TW
//     zh, zh-SG    zh-SG, zh-Hans-SG, zh-Hans, zh, then the other simplified ones: zh-CN, zh-SG, zh-MY
//
// The other regions at the end go beyond RFC 4647: authors often write only zh-CN and zh-TW, and a reader in
// Singapore or of plain `zh` would rather have zh-CN than English. Other Chinese languages (Cantonese, Hakka,
// Min Nan, Wu, …) are looked up under their own codes first and then as Chinese. Norwegian `no` and `nb` are
// equivalent.

extension LocaleTag {
    /// The value whose key names this tag best; nil if no key does. Keys are compared in canonical form, so
    /// they may be POSIX names. If two keys name the same tag, the canonical key wins, else the first in code
    /// point order.
    package func lookup<Value>(in table: [String: Value]) -> Value? {
        lookup(among: table.keys.sorted()) { table[$0] }
    }

    /// The title whose locale names this tag best; nil if no locale does.
    package func lookup(in titles: Titles) -> String? {
        lookup(among: titles.map(\.locale)) { titles[$0] }
    }

    private func lookup<Value>(
        among keys: @autoclosure () -> [String], _ value: (String) -> Value?
    ) -> Value? {
        let candidates = candidates
        if let first = candidates.first, let exact = value(first) { return exact }
        let spellings = Dictionary(
            keys().compactMap { key in LocaleTag(key).map { ($0.description, key) } },
            uniquingKeysWith: { first, _ in first })
        for candidate in candidates {
            if let found = value(candidate) ?? spellings[candidate].flatMap(value) { return found }
        }
        return nil
    }

    /// Canonical tags to look for, best first, beginning with the tag itself. If a table's keys are
    /// canonical, looking for these one by one gives the same result as `lookup(in:)`, only faster.
    package var candidates: [String] {
        var candidates = [description]
        for tag in chain where !candidates.contains(tag.description) { candidates.append(tag.description) }
        return candidates
    }

    /// The tags behind `candidates`, with duplicates.
    var chain: [LocaleTag] {
        guard let chineseScript else {
            let other = Self.norwegian[language].map {
                LocaleTag(language: $0, script: script, region: region, variants: variants)
            }
            return truncations + (other?.truncations ?? [])
        }
        let own = language == "zh" ? [] : truncations
        return own + chinese(in: chineseScript)
    }

    private static let norwegian = ["nb": "no", "no": "nb"]

    /// RFC 4647, section 3.4: drops subtags from the end.
    private var truncations: [LocaleTag] {
        (0...variants.count).reversed().map {
            LocaleTag(
                language: language, script: script, region: region, variants: Array(variants.prefix($0)))
        } + [LocaleTag(language: language, script: script), LocaleTag(language: language)]
    }
}

/// Chinese, looked up by script.
extension LocaleTag {
    private static let chineseLanguages: Set = ["gan", "hak", "hsn", "lzh", "nan", "wuu", "yue", "zh"]
    private static let traditionalRegions: Set = ["HK", "MO", "TW"]

    /// Hans or Hant for a Chinese language written in either; nil for everything else.
    var chineseScript: String? {
        guard Self.chineseLanguages.contains(language) else { return nil }
        if let script { return script == "Hans" || script == "Hant" ? script : nil }
        return region.map(Self.script(of:)) ?? (language == "yue" ? "Hant" : "Hans")
    }

    private static func script(of region: String) -> String {
        traditionalRegions.contains(region) ? "Hant" : "Hans"
    }

    private func chinese(in script: String) -> [LocaleTag] {
        let general = [LocaleTag(language: "zh", script: script)]
        let plain = script == "Hans" ? [LocaleTag(language: "zh")] : []
        let neighbours =
            script == "Hans" ? ["CN", "SG", "MY"] : region == "MO" ? ["HK", "TW"] : ["TW", "HK", "MO"]
        return regional(region, script) + general + plain + neighbours.flatMap { regional($0, script) }
    }

    /// A region's tags: with the script, and without it if the region writes that script by default.
    private func regional(_ region: String?, _ script: String) -> [LocaleTag] {
        guard let region else { return [] }
        let bare = Self.script(of: region) == script ? [LocaleTag(language: "zh", region: region)] : []
        return [LocaleTag(language: "zh", script: script, region: region)] + bare
    }
}
