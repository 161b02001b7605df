// SPDX-License-Identifier: Apache-2.0

extension LocaleTag {
    /// The value of LANGUAGE for this tag, best first, such as `de_AT:de`; nil where POSIX has no name for it.
    ///
    /// Of all variables of the locale it alone asks nothing of the machine: a locale that is not installed would turn LANG
    /// into C, and every text into ASCII. Source: GNU gettext, "The LANGUAGE variable".
    package var gettextLanguages: String? {
        let names = candidates.compactMap { LocaleTag($0)?.gettextName }
        return names.isEmpty ? nil : names.joined(separator: ":")
    }

    /// The tag's POSIX name, such as `sr_RS@latin`; nil for what POSIX cannot express: variants, and scripts
    /// other than Latin and Cyrillic.
    private var gettextName: String? {
        guard variants.isEmpty else { return nil }
        let name = [language, region].compactMap(\.self).joined(separator: "_")
        guard let script else { return name }
        return Self.modifier(of: script).map { name + "@" + $0 }
    }
}
