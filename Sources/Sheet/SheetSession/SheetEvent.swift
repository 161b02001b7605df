// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface

/// An event of an open sheet.
package enum SheetEvent: Sendable {
    // The sheet.

    case opened

    // The person.

    /// An activity was pressed; the token is for a window that it may open.
    case choose(String, activationToken: String?)
    /// A target was pressed, or a way to it was picked from its menu.
    case chooseTarget(Sheet.Target, activationToken: String?)
    case type(field: String, String)
    case submit(activationToken: String?)
    /// From a form or a failure to the activities.
    case back
    case tryAgain
    /// The person knows what may be left inside.
    case shareAnyway
    /// The running activity is to end.
    case cancel
    /// Escape, Cancel or a click outside.
    case leave
    /// The window's own close button.
    case close
    case continueInBackground
    case showItems(Bool)
    /// The person makes the sheet theirs.
    case editActivities
    case edit(SheetEditEvent)
    case removeItem(Int)
    case showOptions(Bool)
    case switchOption(String, Bool)
    /// Another choice of an option's form.
    case answerOption(String, field: String, String)

    // The window.

    case appeared
    /// Theme or density are known, or have changed.
    case appearance(IconAppearance)
    /// The activities have been painted; `room` is the number of places left in the last line of the first row.
    case painted(room: Int)
    /// Another window has had the focus for a while.
    case focusLost
    /// The caller has closed its request, or has left the bus.
    case closedByCaller
    /// The program that shows the sheet ends.
    ///
    /// - Parameter isLast: whether it waits no longer for what runs.
    case programEnds(isLast: Bool)

    // The daemon; a number is the one of the effect that it answers.

    case listed(Int, Result<Sheet.ListReply, ServiceFault>)
    case listedAsFiles(Int, [Sheet.Activity])
    /// The targets that are known; the second time what was found.
    case targets(Int, Sheet.TargetsReply)
    case offered(Int, Result<Sheet.OptionsReply, ServiceFault>)
    case inspected(Int, Result<Sheet.InspectReply, ServiceFault>)
    /// All bundles.
    case found(Int, Result<[Registry.Description], ServiceFault>)
    /// Progress of a preparation, at last one that has finished.
    case prepared(Int, Result<Sheet.PrepareReply, ServiceFault>)
    /// An activity's icon; nil if it has none.
    case icon(String, IconAppearance, png: [UInt8]?)
    case explained(Int, [String])
    case asked(identifier: String, Result<[Sheet.Field], ServiceFault>)
    case progress(Sheet.Progress)
    /// No more progress will come.
    case lost(ServiceFault)
    /// The running activity was not told to end.
    case notCancelled

    // The clock.

    /// The activity has run for as long as a person waits without a sign.
    case progressIsDue(Int)
}
