// SPDX-License-Identifier: Apache-2.0

/// How the person has their desktop.
struct Look: Hashable, Sendable {
    var isDark = false
    var isContrasting = false
    /// Whether what is beside a menu can show through its surface.
    var isComposited = true
    /// The accent colour; nil if the desktop names none.
    var accent: Shade?
}
