// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface

/// A side effect that the sheet's state requests.
package enum SheetEffect: Hashable, Sendable {
    /// Answered by `listed` with the same number.
    case list(Int, Sheet.ListRequest)
    /// Lists activities with files in place of folders; answered by `listedAsFiles` with the same number.
    case listAsFiles(Int, Sheet.ListRequest)
    /// Answered by `targets` with the same number, unless the call fails; the sheet does not wait. Without
    /// `searching`, the daemon replies with the targets that it already knows.
    case targets(Int, Sheet.TargetsRequest, searching: Bool)
    /// Answered by one `icon` for each activity.
    case icons([String], IconAppearance)
    /// Answered by `explained` with the same number.
    case explain(Int, Registry.ExplainRequest)
    /// Lists all bundles; answered by `SheetEditEvent.described` with the same number.
    case describe(Int)
    /// Answered by `SheetEditEvent.decisions` with the same number.
    case findDecisions(Int)
    /// Answered by `SheetEditEvent.changed` with the same number.
    case change(Int, SheetChange)
    /// Answered by `offered` with the same number.
    case options(Int, Sheet.OptionsRequest)
    /// Inspects the items; answered by `inspected` with the same number.
    case inspect(Int, Sheet.InspectRequest)
    /// Lists all bundles, to find options that `options` did not mention; answered by `found` with the same
    /// number.
    case findOptions(Int)
    /// Answered by `prepared` with the same number, until one has finished or failed.
    case prepare(Int, Sheet.PrepareRequest)
    case cancelPreparation(unit: String)
    /// Requests an activity's live form; answered by `asked` with the same number.
    case ask(Int, Sheet.FormRequest)
    /// Answered by `progress` until one has finished, or by `lost`.
    case perform(Sheet.PerformRequest)
    /// Follows a unit that has started, with the same answers as `perform`.
    case follow(unit: String)
    /// Answered by `notCancelled` if the call fails.
    case cancel(unit: String)
    /// Answered by `progressIsDue` with the same number after `RunningActivity.quietTime`, unless another
    /// `awaitProgress` follows.
    case awaitProgress(Int)
    /// Closes the window. The activity continues.
    case hide
    case notify(SheetNotice)
    case end(SheetOutcome)
}

package struct SheetNotice: Hashable, Sendable {
    package let title: String
    package let body: String?
    /// The file that "Show" selects in the file manager; nil if there is none.
    package let shows: String?

    package init(title: String, body: String? = nil, shows: String? = nil) {
        (self.title, self.body, self.shows) = (title, body, shows)
    }
}

extension RunningActivity {
    /// An activity that ends within this time shows no progress.
    package static let quietTime = Duration.milliseconds(300)
}
