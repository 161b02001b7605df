// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The environment that the process was started with.
package enum Environment {
    /// The variable's value; nil if it is unset or empty.
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Whether the variable is unset or UTF-8.
    package static func isText(_ name: String) -> Bool {
        getenv(name).map { String(validatingCString: $0) != nil } ?? true
    }

    /// All variables, each as `NAME=value`.
    package static var entries: [String] {
        var entries: [String] = []
        var next = environ
        while let entry = next.pointee {
            entries.append(String(cString: entry))
            next += 1
        }
        return entries
    }

    /// The locale of messages; nil if none is set.
    ///
    /// - Parameter isSpoken: whether messages exist in a locale.
    package static func locale(isSpoken: (String) -> Bool) -> String? { locale(value, isSpoken) }

    /// The locale by POSIX's rules. As in gettext, the first supported language of LANGUAGE takes precedence;
    /// it may lack a country, so the POSIX locale wins if both are the same language.
    package static func locale(_ value: (String) -> String?, _ isSpoken: (String) -> Bool) -> String? {
        guard let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first else { return nil }
        func language(_ name: String) -> Substring { name.prefix { $0.isLetter } }
        guard !["C", "POSIX"].contains(language(locale)),
            let preferred = value("LANGUAGE")?.split(separator: ":").map(String.init).first(where: isSpoken),
            language(preferred) != language(locale) || preferred.contains("_")
        else { return locale }
        return preferred
    }

    /// The person's runtime folder (XDG Base Directory Specification; a relative path counts as unset).
    package static var runtimeFolder: String {
        guard let folder = value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            return "/run/user/\(getuid())"
        }
        return folder
    }

    /// The person's cache folder, by the same specification; nil if HOME is unset too.
    package static var cacheFolder: String? {
        folder("XDG_CACHE_HOME", "/.cache")
    }

    /// The person's settings folder, by the same specification.
    package static var configFolder: String? { folder("XDG_CONFIG_HOME", "/.config") }

    private static func folder(_ variable: String, _ usual: String) -> String? {
        if let folder = value(variable), folder.hasPrefix("/") { return folder }
        return value("HOME").map { $0 + usual }
    }
}
