// SPDX-License-Identifier: Apache-2.0

extension LocaleTag {
    /// Names under which the C library may know the locale, best first: `de_DE.UTF-8`, `de.UTF-8`. Only UTF-8
    /// ones: under `de_DE` glibc files ISO 8859-1.
    ///
    /// A region that the machine lacks gives way to the one in which the language is most at home (de_LI to
    /// de_DE), which orders titles alike; Chinese keeps to regions of its script.
    package var posixNames: [String] {
        var names: [String] = []
        for tag in [self] + homes where chineseScript == nil || tag.impliedScript == chineseScript {
            for name in tag.ownNames where !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// The script of Chinese that glibc takes for granted under the tag's name, which bears no script.
    private var impliedScript: String? {
        LocaleTag(language: language, region: region).chineseScript
    }

    private var ownNames: [String] {
        let place = [language, region].compactMap(\.self).joined(separator: "_") + ".UTF-8"
        guard let modifier = script.flatMap({ Self.modifiers[$0] }) else { return [place] }
        return [place + "@" + modifier, place]
    }

    private static let modifiers = ["Cyrl": "cyrillic", "Latn": "latin"]

    private var homes: [LocaleTag] {
        let own = (Self.homes[language] ?? [language.uppercased()]).map {
            LocaleTag(language: language, script: script, region: $0)
        }
        return own + [LocaleTag(language: language, script: script)] + chain
    }

    /// Where a language's home is not the region of the same letters (CLDR, likely subtags).
    private static let homes: [String: [String]] = [
        "af": ["ZA"], "am": ["ET"], "ar": ["EG", "SA"], "be": ["BY"], "bn": ["BD", "IN"], "bs": ["BA"],
        "ca": ["ES"],
        "cs": ["CZ"], "cy": ["GB"], "da": ["DK"], "el": ["GR"], "en": ["US", "GB"], "eo": [], "et": ["EE"],
        "eu": ["ES"], "fa": ["IR"], "fil": ["PH"], "ga": ["IE"], "gl": ["ES"], "gu": ["IN"], "he": ["IL"],
        "hi": ["IN"], "hy": ["AM"], "ja": ["JP"], "ka": ["GE"], "kk": ["KZ"], "km": ["KH"], "kn": ["IN"],
        "ko": ["KR"], "ky": ["KG"], "lo": ["LA"], "ml": ["IN"], "mr": ["IN"], "ms": ["MY"], "my": ["MM"],
        "nb": ["NO"], "ne": ["NP"], "nn": ["NO"], "no": ["NO"], "pa": ["IN"], "pt": ["BR", "PT"],
        "si": ["LK"],
        "sl": ["SI"], "sq": ["AL"], "sr": ["RS"], "sv": ["SE"], "sw": ["KE"], "ta": ["IN"], "te": ["IN"],
        "tg": ["TJ"], "uk": ["UA"], "ur": ["PK"], "vi": ["VN"], "yue": ["HK"], "zh": ["CN", "TW"],
    ]
}
