// SPDX-License-Identifier: Apache-2.0

/// The window that a sheet belongs to, as portals name it.
///
/// https://flatpak.github.io/xdg-desktop-portal/docs/window-identifiers.html
package enum ParentWindow: Hashable, Sendable {
    case none
    case x11(UInt)
    /// The handle that the window's program got from xdg-foreign.
    case wayland(String)

    /// How long a handle of xdg-foreign may be, in bytes. Compositors make them of 32 to 36; a request of
    /// Wayland's that does not fit in 4,096 ends the connection to the display, and GDK the process with it.
    private static let longest = 1024

    /// A handle of xdg-foreign is a compositor's own and says nothing to others: Mutter's have blanks.
    ///
    /// - Parameter handle: empty, `x11:` with an XID in hexadecimal digits, or `wayland:` with a handle of xdg-foreign;
    ///   nil for anything else. Whether such a window is there is not known yet.
    package init?(handle: String) {
        if handle.isEmpty {
            self = .none
        } else if let digits = Self.part(of: handle, after: "x11:") {
            guard digits.allSatisfy(\.isHexDigit), let window = UInt32(digits, radix: 16), window > 0 else {
                return nil
            }
            self = .x11(UInt(window))
        } else if let exported = Self.part(of: handle, after: "wayland:") {
            guard !exported.isEmpty, exported.utf8.count <= Self.longest, !exported.utf8.contains(0) else {
                return nil
            }
            self = .wayland(String(exported))
        } else {
            return nil
        }
    }

    /// As it was given.
    package var handle: String {
        switch self {
        case .none: ""
        case .x11(let window): "x11:" + String(window, radix: 16)
        case .wayland(let exported): "wayland:" + exported
        }
    }

    private static func part(of handle: String, after prefix: String) -> Substring? {
        handle.utf8.starts(with: prefix.utf8) ? Substring(handle.utf8.dropFirst(prefix.utf8.count)) : nil
    }
}
