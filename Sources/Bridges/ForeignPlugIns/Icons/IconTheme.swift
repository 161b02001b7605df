// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// One icon theme's symbolic icons, keyed by name (Icon Theme Specification 0.13).
///
/// Only symbolic icons are designed to be recoloured, so only they can serve as masks. Folders are listed
/// once, instead of probed for each name: a theme has dozens of folders with symbolic icons.
struct IconTheme {
    let parents: [String]
    /// Path of the most suitable file for each icon, keyed by icon name, including `-symbolic`.
    private let icons: [String: String]

    /// Preferred icon size in pixels.
    private static let wantedSize = 70
    private static let ending = "-symbolic.svg"

    /// - Parameter bases: folders of themes, in order of precedence.
    /// - Returns: nil if no base has a readable index.theme for the theme, or the first one lacks its
    ///   [Icon Theme] group.
    init?(_ name: String, bases: [String]) {
        let folders = bases.map { $0 + "/" + name }
        let index = folders.lazy.compactMap(Self.index).first
        guard let group = index?["Icon Theme"] else { return nil }
        parents = (group.string("Inherits") ?? "").split(separator: ",").compactMap {
            IconThemeSetting.plain(String($0.filter { !$0.isWhitespace }))
        }
        let directories = ["Directories", "ScaledDirectories"].flatMap {
            (group.string($0) ?? "").split(separator: ",").map(String.init)
        }
        let ranked = directories.filter { !$0.isEmpty && !$0.split(separator: "/").contains("..") }
            .enumerated().map {
                (path: $1, rank: (Self.distance(index?[$1]), $0))
            }.sorted { $0.rank < $1.rank }
        var icons: [String: String] = [:]
        for directory in ranked.map(\.path) {
            for folder in folders {
                for icon in Self.icons(in: folder + "/" + directory) where icons[icon] == nil {
                    icons[icon] = folder + "/" + directory + "/" + icon + ".svg"
                }
            }
        }
        self.icons = icons
    }

    func path(of icon: String) -> String? { icons[icon] }

    private static func index(_ folder: String) -> KeyFile? {
        (try? ForeignFile.read(folder + "/index.theme")).flatMap {
            // index.theme lists its folders in one very long line.
            try? KeyFile($0, dialect: .glib, maximumLine: .max)
        }
    }

    private static func icons(in folder: String) -> [String] {
        guard access(folder, R_OK) == 0 else { return [] }
        let names = (try? Folder(opening: folder).names()) ?? []
        return names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(4)) }
    }

    /// Distance between a directory's sizes and the preferred size, as the specification's
    /// DirectorySizeDistance; zero if they match.
    private static func distance(_ group: KeyFile.Group?) -> Int {
        func number(_ key: String) -> Int? { group?.string(key).flatMap { Int(foreign: $0) } }
        guard let size = number("Size") else { return .max }
        let scale = number("Scale") ?? 1
        let (least, most): (Int, Int)
        switch group?.string("Type") ?? "Threshold" {
        case "Fixed": (least, most) = (size, size)
        case "Scalable": (least, most) = (number("MinSize") ?? size, number("MaxSize") ?? size)
        default: (least, most) = (size - (number("Threshold") ?? 2), size + (number("Threshold") ?? 2))
        }
        let wanted = wantedSize
        return max(0, least * scale - wanted, wanted - most * scale)
    }
}
