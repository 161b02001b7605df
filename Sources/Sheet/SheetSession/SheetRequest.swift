// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel
package import ContentSelection

package struct SheetRequest: Hashable, Sendable {
    package var parent = ParentWindow.none
    package var items: [Item]
    /// Text about the items, by the person or the app.
    package var caption: String?
    /// Title of the caption or of a single link; the subject of a mail.
    package var subject: String?
    /// The files' natures by URI.
    package var natures: [String: FileNature] = [:]
    /// The calling app; nil if the person opened the sheet directly.
    package var asker: Asker?
    /// The caller's title, never shown as if it were the asker.
    package var title: String?
    package var exclude: [String] = []
    /// Options that are initially on.
    package var options: [Sheet.ChosenOption] = []
    /// The person's locale; nil for the session's.
    package var locale: String?
    /// Token to focus the sheet (xdg-activation, startup notification).
    package var activationToken: String?
    /// Whether to open from the bottom, as on a phone.
    package var isCompact = false

    package init(items: [Item]) {
        self.items = items
    }
}
