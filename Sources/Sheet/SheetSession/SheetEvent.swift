// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface

package enum SheetEvent: Sendable {
    // The sheet.

    case opened

    // The person.

    /// An activity was pressed; the token lets it activate a window.
    case choose(String, activationToken: String?)
    /// A target was pressed, or a way to it was chosen from its menu.
    case chooseTarget(Sheet.Target, activationToken: String?)
    case type(field: String, String)
    case submit(activationToken: String?)
    /// Returns from a form or a failure to the activities.
    case back
    case tryAgain
    /// Shares although private facts may remain.
    case shareAnyway
    case cancel
    /// Escape, Cancel or a click outside.
    case leave
    /// The window's own close button.
    case close
    case continueInBackground
    case showItems(Bool)
    /// Opens the page on which the person customises the sheet.
    case editActivities
    case edit(SheetEditEvent)
    case removeItem(Int)
    case removeCaption
    case showOptions(Bool)
    case switchOption(String, Bool)
    /// Changes a choice in an option's form.
    case answerOption(String, field: String, String)

    // The window.

    case appeared
    /// The window's theme or density is known, or has changed.
    case appearance(IconAppearance)
    /// The activities have been painted; `room` is the number of free positions in the last line of the first
    /// row.
    case painted(room: Int)
    case focusLost
    /// The caller has closed its request or left the bus.
    case closedByCaller
    /// The program that shows the sheet exits.
    ///
    /// - Parameter isLast: whether it no longer waits for running activities.
    case programEnds(isLast: Bool)

    // The daemon. A number is that of the answered effect.

    case listed(Int, Result<Sheet.ListReply, ServiceFault>)
    case listedAsFiles(Int, [Sheet.Activity])
    /// The known targets, then the results of the search.
    case targets(Int, Sheet.TargetsReply)
    case offered(Int, Result<Sheet.OptionsReply, ServiceFault>)
    case inspected(Int, Result<Sheet.InspectReply, ServiceFault>)
    case found(Int, Result<[Registry.Description], ServiceFault>)
    /// Progress of a preparation, until one has finished or failed.
    case prepared(Int, Result<Sheet.PrepareReply, ServiceFault>)
    /// An activity's icon; nil if it has none or the call failed.
    case icon(String, IconAppearance, png: [UInt8]?)
    case explained(Int, [String])
    case asked(Int, Result<[Sheet.Field], ServiceFault>)
    case progress(Sheet.Progress)
    /// No more progress will arrive.
    case lost(ServiceFault)
    /// Cancelling a unit failed.
    case notCancelled(unit: String)

    // The clock.

    /// The activity has run long enough to show progress.
    case progressIsDue(Int)
}
