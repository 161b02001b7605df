// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// The desktop's symbolic icons, converted to masks.
package final class IconLibrary {
    private let names: [String]
    private let bases: [String]
    private var themes: [String: IconTheme?] = [:]
    private var found: [String: [UInt8]?] = [:]
    /// Paths on which the icons depend: settings, and the themes' folders, existing or not.
    package let sources: [String]

    package init(_ surroundings: Surroundings) {
        let setting = IconThemeSetting.themes(surroundings)
        names = setting.names
        bases = [surroundings.home + "/.icons"] + surroundings.dataFolders.map { $0 + "/icons" }
        let bases = bases
        sources = setting.sources + names.flatMap { name in bases.map { $0 + "/" + name } }
    }

    /// The mask for an icon name, or for the path of a symbolic icon; nil if there is none, or if the drawing
    /// is not suitable as a mask.
    package func mask(_ icon: String) -> [UInt8]? {
        if let mask = found[icon] { return mask }
        let path = icon.hasPrefix("/") ? icon.hasSuffix("-symbolic.svg") ? icon : nil : path(of: icon)
        let mask = path.flatMap { try? ForeignFile.read($0) }.flatMap(SymbolicIcon.mask)
        found[icon] = mask
        return mask
    }

    /// Finds an icon's file in the specification's order: each name in all themes, then a name shortened by
    /// its last part.
    private func path(of icon: String) -> String? {
        guard icon.utf8.count <= NAME_MAX else { return nil }
        var name = Substring(icon.hasSuffix("-symbolic") ? String(icon.dropLast(9)) : icon)
        while !name.isEmpty {
            var seen: Set<String> = []
            for theme in names {
                if let path = path(of: name + "-symbolic", in: theme, &seen) { return path }
            }
            guard let dash = name.lastIndex(of: "-") else { return nil }
            name = name[..<dash]
        }
        return nil
    }

    /// Searches a theme and its parents. Each theme is visited once, even if themes inherit it repeatedly or
    /// from itself.
    private func path(of icon: String, in name: String, _ seen: inout Set<String>) -> String? {
        guard seen.insert(name).inserted, let theme = theme(name) else { return nil }
        if let path = theme.path(of: icon) { return path }
        for parent in theme.parents {
            if let path = path(of: icon, in: parent, &seen) { return path }
        }
        return nil
    }

    private func theme(_ name: String) -> IconTheme? {
        if let theme = themes[name] { return theme }
        let theme = IconTheme(name, bases: bases)
        themes[name] = theme
        return theme
    }
}
