// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel
package import ContentSelection

/// A request to open a sheet.
package struct SheetRequest: Hashable, Sendable {
    package var parent = ParentWindow.none
    package var items: [Item]
    /// The files' natures by URI.
    package var natures: [String: FileNature] = [:]
    /// The app that asks; nil where the person opened the sheet themselves.
    package var asker: Asker?
    /// The caller's words for it, never shown in the asker's place.
    package var title: String?
    /// Identifiers of activities that are not to be listed.
    package var exclude: [String] = []
    /// Options of what leaves that are on from the beginning.
    package var options: [Sheet.ChosenOption] = []
    /// The person's locale; nil for the session's.
    package var locale: String?
    /// Token with which the sheet may get the focus (xdg-activation, startup notification).
    package var activationToken: String?
    /// From the bottom, as on a phone.
    package var isCompact = false

    package init(items: [Item]) {
        self.items = items
    }
}
