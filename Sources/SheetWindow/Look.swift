// SPDX-License-Identifier: Apache-2.0

/// How the person has their desktop.
struct Look: Hashable, Sendable {
    var isDark = false
    var isContrasting = false
    /// Nil where the desktop names none.
    var accent: Shade?
}
