// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the process was started with.
package enum Environment {
    /// Nil where the variable is unset or empty.
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Of messages, as POSIX finds it; nil for none in particular.
    package static var locale: String? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(value).first
    }

    /// Of the person (XDG Base Directory Specification; a relative path counts as unset).
    package static var runtimeFolder: String {
        guard let folder = value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            return "/run/user/\(getuid())"
        }
        return folder
    }

    /// Of the person, by the same specification; nil where they have no home either.
    package static var cacheFolder: String? {
        if let folder = value("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder }
        return value("HOME").map { $0 + "/.cache" }
    }
}
