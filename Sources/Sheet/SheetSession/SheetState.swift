// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel
package import ContentSelection
import StrictJSON

/// An open sheet, as a value: what a window shows, and what becomes of each event.
///
///     listing ──▶ activities ──▶ form ──▶ performing ──▶ ended
///        │             └──────────────────▶ │  ▲
///        └──────────────▶ failed ◀──────────┘  └─ try again
///
/// Before it performs it may ask whether what remains in the copies is to leave with them (`confirming`).
///
/// The state asks for nothing itself. `apply` answers with effects, which `LiveSheet` carries out; what comes of them
/// returns as an event. So nothing here needs a display, a bus or a daemon.
package struct SheetState: Hashable, Sendable {
    package enum Page: Hashable, Sendable {
        /// The daemon has not answered yet.
        case listing
        /// The grid, or the sentence that stands instead of a blank.
        case activities
        case form(FormState)
        case editing(SheetEditing)
        /// Something that an option was to remove remains, or may: whether it is shared all the same.
        case confirming(RemainingQuestion)
        case performing(RunningActivity)
        case failed(SheetFailure)
        /// The window is to go.
        case ended(SheetOutcome)
    }

    package let request: SheetRequest
    package let locale: LocaleTag?
    package let words: Words
    /// The items that leave: the selected ones, or the copies that the options make of them.
    package internal(set) var items: [Item]
    /// Items still shared: the person may remove some.
    package internal(set) var selected: [Item]
    package internal(set) var options: SheetOptions
    package internal(set) var page = Page.listing
    /// Activities in the order of the daemon's reply.
    package internal(set) var activities: [Sheet.Activity] = []
    /// PNG, by identifier, in the tint and size of `appearance`; nothing moves when one comes.
    package internal(set) var icons: [String: [UInt8]] = [:]
    /// The activities that would be listed if the folders were files.
    var listedAsFiles: [Sheet.Activity] = []
    /// The first row.
    package internal(set) var quickAccess = QuickAccess()
    /// Whether the first row waits to be told that it was painted; one that awaits another list may still change.
    package var awaitsPaint: Bool { !quickAccess.isPainted && answered == listing }
    /// Whether the first frame has been painted.
    var hasAppeared = false
    /// Programs that would bring an activity, where nothing is listed.
    package internal(set) var hints: [String] = []
    /// Whether the head shows its items one by one.
    package internal(set) var showsItems = false
    /// Whether the options of what leaves are shown.
    package internal(set) var showsOptions = false
    /// Typed answers, by activity and field; they survive Back.
    var typed: [String: [String: String]] = [:]
    /// The form whose answers were given last.
    var submitted: FormState?
    var appearance: IconAppearance?
    /// Number of the newest list requested; the answer to an older one comes too late.
    var listing = 0
    /// Number of the newest list that was answered.
    var answered = 0
    /// Number of the newest page of `editing`.
    var edition = 0
    /// Items that the newest list is for.
    var listedContent: [Item] = []
    /// How often something was begun.
    package internal(set) var attempts = 0
    /// Whether a daemon that went away was asked once more.
    var hasReconnected = false

    package init(_ request: SheetRequest) {
        self.request = request
        (items, selected) = (request.items, request.items)
        options = SheetOptions(request.options)
        locale = request.locale.flatMap(LocaleTag.init)
        words = Words(locale)
    }

    /// Whether the sheet is laid out from right to left.
    package var isMirrored: Bool { locale?.isRightToLeft ?? false }

    /// The activity on its way; nil on any other page, which stays.
    var performing: RunningActivity? {
        get { if case .performing(let performing) = page { performing } else { nil } }
        set { if let newValue { page = .performing(newValue) } }
    }

    /// Titles of what shares files, and is not listed because folders are among what is shared.
    package var titlesWithoutFolders: [String] {
        listedAsFiles.filter { $0.category == .share && activity($0.identifier) == nil }.map(\.title)
    }

    /// The activity with this identifier; nil if the sheet does not list it.
    package func activity(_ identifier: String) -> Sheet.Activity? {
        activities.first { $0.identifier.isExactly(identifier) }
    }
}

/// How icons are to be made for the window as it is now.
package struct IconAppearance: Hashable, Sendable {
    /// `#rrggbb`.
    package let tint: String
    package let pixels: Int

    package init(tint: String, pixels: Int) {
        self.tint = tint
        self.pixels = pixels
    }
}

/// A failure, and what would be tried again.
package struct SheetFailure: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case listing
        /// Options that are on, and of which nothing is known.
        case preparing
        /// The questions of an activity.
        case asking(Attempt)
        case performing(Attempt)

        /// Whether the activities are there to go back to.
        package var isDeed: Bool { self != .listing && self != .preparing }
    }

    package let subject: Subject
    /// A sentence in the sheet's language.
    package let heading: String
    /// The reason in the sheet's language, or in the activity's own words.
    package let reason: String
    /// Where there is more to read.
    package let details: String?

    init(_ subject: Subject, _ heading: String, _ cause: FailureCause) {
        (self.subject, self.heading, reason, details) = (subject, heading, cause.reason, cause.details)
    }

    /// The failure in one line, for where there is no window.
    package var sentence: String { "\(heading): \(reason)" }
}

/// An activity that the person has chosen, with all that performing it takes.
package struct Attempt: Hashable, Sendable {
    package let identifier: String
    package internal(set) var title: String
    package var answers: [String: String] = [:]
    /// From the compositor, for a window that the activity opens.
    package var activationToken: String?
    /// The target that was pressed, which is one of the answers; the title names it.
    package var target: Sheet.Target?
}

/// An activity on its way.
package struct RunningActivity: Hashable, Sendable {
    package let attempt: Attempt
    /// Whether its questions are still on their way; nothing has begun.
    package internal(set) var isAsking = false
    /// Whether what it is to be given is still being prepared; nothing has begun.
    package internal(set) var isPreparing = false
    package var hasBegun: Bool { !isAsking && !isPreparing }
    /// The activity's unit; nil until it has started.
    package internal(set) var unit: String?
    package internal(set) var fraction: Double?
    package internal(set) var status: String?
    /// Whether it has taken long enough for progress to be shown; until then the grid stays.
    package internal(set) var isShown = false
    package internal(set) var isCancelling = false
    /// Whether the person has closed the window; the activity goes on.
    package internal(set) var isHidden = false

    /// The words that go with a success, such as "Handed to KDE Connect.": a last status that is a sentence. One that
    /// comes with a fraction names what is being worked on.
    var lastWord: String? {
        guard fraction == nil, let status, let end = status.last, ".!。！।".contains(end) else { return nil }
        return status
    }
}
