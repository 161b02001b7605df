// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import ContentSelection

/// The reason why no sheet was shown, or why it closed early.
package struct SheetRefusal: Error, Hashable, Sendable {
    /// Selects the sentence of a notification: a menu that opens the sheet has no terminal for `sentence`.
    package enum Reason: Hashable, Sendable {
        /// An argument is not shareable.
        case selection(SelectionError)
        case tooManyItems
        /// Names, links, text and exclusions together exceed the limit.
        case tooMuch
        /// The caller, or the service, has reached its limit of open sheets.
        case tooManySheets
        case noRoom
        /// A disk or a server does not respond.
        case unanswered
        /// An item cannot be shared, for instance because it has disappeared.
        case unusable
        /// The service that shows the sheet exits, or the caller has closed its request.
        case serviceGone
        case noDisplay
        case other
    }

    package let reason: Reason
    /// The sentence for a terminal or a log.
    package let sentence: String

    package init(_ reason: Reason, _ sentence: String) {
        (self.reason, self.sentence) = (reason, sentence)
    }

    package init(_ error: SelectionError) {
        let sentence = [error.description, error.remedy].compactMap(\.self).joined(separator: " ")
        self.init(.selection(error), sentence)
    }

    package static let tooManyItems = SheetRefusal(
        .tooManyItems,
        "More than \(Content.maximumItems) items cannot be shared at once. Share them in parts.")
    package static let tooMuch = SheetRefusal(
        .tooMuch, "The items are too large together: names, links, text and exclude. Share them in parts.")
    package static let unanswered = SheetRefusal(
        .unanswered, "The files cannot be looked at: a disk or a server does not answer.")
    package static let serviceGone = SheetRefusal(
        .serviceGone, "The service that showed the sheet has gone.")
    package static let noDisplay = SheetRefusal(
        .noDisplay, "There is no display to show a sheet on. Set WAYLAND_DISPLAY or DISPLAY.")

    package static let rootWithoutSession = SheetRefusal(
        .other,
        "Root has no session here, and so no activities. Run activity-sheet as yourself, without sudo or su.")

    package func notice(in words: Words) -> SheetNotice {
        if case .selection(let error) = reason { return SheetNotice(title: error.notice(in: words)) }
        return SheetNotice(title: words.notShared, body: body(in: words))
    }

    private func body(in words: Words) -> String? {
        switch reason {
        case .tooManyItems: words.tooManyItems(Content.maximumItems)
        case .tooMuch: words.tooMuch
        case .tooManySheets: words.tooManySheets
        case .noRoom: words.noRoom
        case .unanswered: words.unanswered
        case .unusable: words.unusable
        case .serviceGone: words.brokenOff
        case .other: words.refusal
        case .selection, .noDisplay: nil
        }
    }
}
