// SPDX-License-Identifier: Apache-2.0
//
// Which of the titles at hand a person is shown: RFC 4647's lookup, from the tag itself to ever shorter ones
// (sr-Latn-RS, sr-Latn, sr), and the base title where none is there. A longer tag than asked for is not
// taken: a person who asks for `pt` may not read Brazil's.
//
// Chinese cannot be cut short like that. Plain `zh` is written in simplified characters, so zh-TW, cut to
// `zh`, would show a script that its reader did not ask for. Hence the script is settled first, from the tag
// or from its region (TW, HK and MO write traditional characters), and the lookup then keeps to tags of that
// script:
//
//     zh-TW        zh-TW, zh-Hant-TW, zh-Hant, then the other traditional ones: zh-HK, zh-MO
//     zh-MO        zh-MO, zh-Hant-MO, zh-Hant, then zh-HK, zh-TW
//     zh, zh-SG    zh-SG, zh-Hans-SG, zh-Hans, zh, then the other simplified ones: zh-CN, zh-SG, zh-MY
//
// The last group is what RFC 4647 does not do: titles are often filed under zh-CN and zh-TW alone, and a
// reader in Singapore or of plain `zh` would rather have zh-CN than English. Cantonese, Hakka, Min Nan and Wu
// are looked up under their own codes first and then as Chinese. A Norwegian `no` and `nb` stand for each
// other.

extension LocaleTag {
    /// The value whose key names this tag best; nil if no key does. Keys are compared in canonical form, so
    /// they may be POSIX; of two keys for one tag the canonical one counts, else the first in code point
    /// order.
    package func lookup<Value>(in table: [String: Value]) -> Value? {
        lookup(among: table.keys.sorted()) { table[$0] }
    }

    /// The title whose locale names this tag best; nil if none does.
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

    /// Canonical tags to look for, best first and the tag itself the very first. Where a table's keys are
    /// canonical, looking for these one by one is the same as `lookup(in:)`, only faster.
    package var candidates: [String] {
        var candidates = [description]
        for tag in chain where !candidates.contains(tag.description) { candidates.append(tag.description) }
        return candidates
    }

    /// The tags behind `candidates`, with repetitions.
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

    /// RFC 4647, section 3.4: the last subtag goes first.
    private var truncations: [LocaleTag] {
        (0...variants.count).reversed().map {
            LocaleTag(
                language: language, script: script, region: region, variants: Array(variants.prefix($0)))
        } + [LocaleTag(language: language, script: script), LocaleTag(language: language)]
    }
}

/// Chinese, whose script decides.
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

    /// A region's tag with the script and, where the region writes that script anyway, without.
    private func regional(_ region: String?, _ script: String) -> [LocaleTag] {
        guard let region else { return [] }
        let bare = Self.script(of: region) == script ? [LocaleTag(language: "zh", region: region)] : []
        return [LocaleTag(language: "zh", script: script, region: region)] + bare
    }
}
