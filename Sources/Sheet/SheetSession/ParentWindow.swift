// SPDX-License-Identifier: Apache-2.0

/// The parent window of a sheet, as identified by portals.
///
/// https://flatpak.github.io/xdg-desktop-portal/docs/window-identifiers.html
package enum ParentWindow: Hashable, Sendable {
    case none
    case x11(UInt)
    /// An xdg-foreign handle, exported by the window's program.
    case wayland(String)

    /// Maximum length of an xdg-foreign handle, in bytes. Compositors use 32 to 36; a Wayland request of more
    /// than 4,096 bytes makes the display close the connection, and GDK then exits.
    private static let maximumHandleBytes = 1024

    /// xdg-foreign handles are opaque: Mutter's contain spaces. They are rejected if empty, too long, or with
    /// a NUL.
    ///
    /// - Parameter handle: empty, `x11:` with a non-zero 32-bit XID in hexadecimal digits, or `wayland:` with
    ///   an xdg-foreign handle. The window may not exist.
    /// - Returns: nil for any other text.
    package init?(handle: String) {
        if handle.isEmpty {
            self = .none
        } else if let digits = Self.part(of: handle, after: "x11:") {
            guard digits.allSatisfy(\.isHexDigit), let window = UInt32(digits, radix: 16), window > 0 else {
                return nil
            }
            self = .x11(UInt(window))
        } else if let exported = Self.part(of: handle, after: "wayland:") {
            guard !exported.isEmpty, exported.utf8.count <= Self.maximumHandleBytes,
                !exported.utf8.contains(0)
            else {
                return nil
            }
            self = .wayland(String(exported))
        } else {
            return nil
        }
    }

    /// The handle in the portals' format.
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
