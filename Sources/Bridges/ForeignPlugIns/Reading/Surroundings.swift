// SPDX-License-Identifier: Apache-2.0

import Host

/// The person's folders, languages and file types, from a generator's environment.
package struct Surroundings: Sendable {
    package let home: String
    /// The person's own folder first (XDG Base Directory Specification).
    package let dataFolders: [String]
    package let configFolders: [String]
    /// Locales for translated texts in key files, best first.
    package let languages: [String]
    package let programFolders: [String]
    package let desktops: [String]
    package let types: TypeCatalogue
    package let messages: MessageCatalogues

    package init(_ value: (String) -> String? = Environment.value) {
        let home = value("HOME") ?? "/"
        self.home = home
        let own = value("XDG_DATA_HOME") ?? home + "/.local/share"
        dataFolders = [own] + Self.folders(value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share")
        let config = value("XDG_CONFIG_HOME") ?? home + "/.config"
        configFolders = [config] + Self.folders(value("XDG_CONFIG_DIRS") ?? "/etc/xdg")
        programFolders = Self.folders(value("PATH") ?? "/usr/local/bin:/usr/bin:/bin")
        desktops = (value("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":").map(String.init)
        languages = Self.languages(value)
        types = TypeCatalogue(dataFolders: dataFolders)
        messages = MessageCatalogues(dataFolders: dataFolders, languages: languages)
    }

    private static func folders(_ list: String) -> [String] {
        list.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }

    /// Determines the languages like setlocale(3) and gettext; empty for the C locale.
    private static func languages(_ value: (String) -> String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first ?? "C"
        guard locale != "C", !locale.hasPrefix("C."), locale != "POSIX" else { return [] }
        let wanted = value("LANGUAGE").map { $0.split(separator: ":").map(String.init) } ?? []
        var names: [String] = []
        for name in (wanted + [locale]).flatMap(variants) where !names.contains(name) { names.append(name) }
        return names
    }

    /// Expands `lang_COUNTRY@MODIFIER` with its fallbacks (Desktop Entry Specification, "Localized values for
    /// keys").
    private static func variants(_ locale: String) -> [String] {
        let parts = locale.split(separator: "@", maxSplits: 1)
        let name = (parts.first ?? "").prefix { $0 != "." }
        let language = name.prefix { $0 != "_" }
        guard parts.count > 1 else { return [String(name), String(language)] }
        return ["\(name)@\(parts[1])", String(name), "\(language)@\(parts[1])", String(language)]
    }
}
