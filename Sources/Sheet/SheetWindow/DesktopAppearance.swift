// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The person's desktop appearance.
struct DesktopAppearance: Hashable, Sendable {
    var isDark = false
    var isContrasting = false
    /// Whether surfaces can be transparent, as beside a menu's corners.
    var isComposited = true
    var family = DesktopFamily.other
    var accent: Shade?
}

/// Desktops whose own windows the sheet resembles.
enum DesktopFamily: Hashable, Sendable {
    case gnome, plasma, other

    /// - Parameter names: XDG_CURRENT_DESKTOP, such as `ubuntu:GNOME`.
    init(_ names: String) {
        let names = names.split(separator: ":")
        self = names.contains("GNOME") ? .gnome : names.contains("KDE") ? .plasma : .other
    }

    static var current: DesktopFamily {
        DesktopFamily(getenv("XDG_CURRENT_DESKTOP").map { String(cString: $0) } ?? "")
    }
}
