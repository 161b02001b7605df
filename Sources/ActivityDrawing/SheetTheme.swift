// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Light or dark, as the person has it.
package enum SheetTheme: String, CaseIterable, Sendable, JSONConvertible {
    case light, dark

    /// What icons are tinted with, `#rrggbb`.
    package var iconTint: String {
        switch self {
        case .light: "#1f2430"
        case .dark: "#f2f4f8"
        }
    }
}
