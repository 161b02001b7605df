// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface

/// An effect that a sheet requests.
package enum SheetEffect: Hashable, Sendable {
    /// Answered by `listed` with the same number.
    case list(Int, Sheet.ListRequest)
    /// The list for files in the folders' place; answered by `listedAsFiles` with the same number.
    case listAsFiles(Int, Sheet.ListRequest)
    /// Answered by `targets` with the same number, or not at all: nothing waits for it. Unless it is searching, what the
    /// daemon knows is enough.
    case targets(Int, Sheet.TargetsRequest, searching: Bool)
    /// Answered by `icon` for each, as they come.
    case icons([String], IconAppearance)
    /// Answered by `explained` with the same number.
    case explain(Int, Registry.ExplainRequest)
    /// All bundles, answered by `SheetEditEvent.described` with the same number.
    case describe(Int)
    /// Answered by `SheetEditEvent.decisions` with the same number.
    case findDecisions(Int)
    /// Answered by `SheetEditEvent.changed` with the same number.
    case change(Int, SheetChange)
    /// Answered by `offered` with the same number.
    case options(Int, Sheet.OptionsRequest)
    /// A look for facts; answered by `inspected` with the same number.
    case inspect(Int, Sheet.InspectRequest)
    /// All bundles, for options of which `options` has said nothing; answered by `found` with the same number.
    case findOptions(Int)
    /// Answered by `prepared` with the same number, at last by one that has finished.
    case prepare(Int, Sheet.PrepareRequest)
    case cancelPreparation(unit: String)
    /// The questions of an activity that must be asked for them; answered by `asked`.
    case ask(Sheet.FormRequest)
    /// Answered by `progress`, at last by one that has finished, or by `lost`.
    case perform(Sheet.PerformRequest)
    /// Takes up what was begun, with the same answers as `perform`.
    case follow(unit: String)
    case cancel(unit: String)
    /// Answered by `progressIsDue` with the same number once `RunningActivity.quietTime` is over.
    case awaitProgress(Int)
    /// The window goes, and the activity goes on.
    case hide
    /// The person is told of what they cannot see.
    case notify(SheetNotice)
    /// The last effect.
    case end(SheetOutcome)
}

/// A notification of the desktop.
package struct SheetNotice: Hashable, Sendable {
    package let title: String
    package let body: String?
    /// The URI that "Show" opens; nil if there is nothing to see.
    package let shows: String?

    package init(title: String, body: String? = nil, shows: String? = nil) {
        (self.title, self.body, self.shows) = (title, body, shows)
    }
}

extension RunningActivity {
    /// An activity that ends within this time needs no sign of its progress.
    package static let quietTime = Duration.milliseconds(300)
}
