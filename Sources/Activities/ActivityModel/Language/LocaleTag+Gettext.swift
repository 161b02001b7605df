// SPDX-License-Identifier: Apache-2.0

extension LocaleTag {
    /// The value of LANGUAGE for this tag, best first, such as `de_AT:de`; nil if POSIX has no name for it.
    ///
    /// LANGUAGE is the one locale variable that works without an installed locale: LANG would fall back to C,
    /// and every text to ASCII. Source: GNU gettext, "The LANGUAGE variable".
    package var gettextLanguages: String? {
        let names = candidates.compactMap { LocaleTag($0)?.gettextName }
        return names.isEmpty ? nil : names.joined(separator: ":")
    }

    /// The tag's POSIX name, such as `sr_RS@latin`; nil if POSIX cannot express the tag: it has variants, or
    /// a script other than Latin or Cyrillic.
    private var gettextName: String? {
        guard variants.isEmpty else { return nil }
        let name = [language, region].compactMap(\.self).joined(separator: "_")
        guard let script else { return name }
        return Self.modifier(of: script).map { name + "@" + $0 }
    }
}
