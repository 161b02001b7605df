// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import ActivityModel
package import ContentSelection
import StrictJSON

/// An open sheet as a value: its window's contents, and its reaction to each event.
///
///     listing ──▶ activities ──▶ form ──▶ performing ──▶ ended
///        │             └──────────────────▶ │  ▲
///        └──────────────▶ failed ◀──────────┘  └─ try again
///
/// Before performing, it may ask whether to share facts that remain in the copies (`confirming`).
///
/// The state performs no effect itself. `apply` returns effects, which `LiveSheet` carries out; their results
/// return as events. So this module needs no display, bus or daemon in tests.
package struct SheetState: Hashable, Sendable {
    package enum Page: Hashable, Sendable {
        case listing
        /// The grid, or a sentence if it is empty.
        case activities
        case form(FormState)
        case editing(SheetEditing)
        /// Facts that an option should have removed remain, or may: asks whether to share anyway.
        case confirming(RemainingQuestion)
        case performing(RunningActivity)
        case failed(SheetFailure)
        /// The window must close.
        case ended(SheetOutcome)
    }

    package let request: SheetRequest
    package let locale: LocaleTag?
    package let words: Words
    /// The items to share: the selected ones, or copies that the options made of them.
    package internal(set) var items: [Item]
    /// The original items, without any that the person has removed.
    package internal(set) var selected: [Item]
    /// The words that are shared: `originalWords`, unless an option has changed them.
    package internal(set) var currentWords: ContentWords
    /// The original words, without a caption that the person has removed.
    var originalWords: ContentWords
    package internal(set) var options: SheetOptions
    package internal(set) var page = Page.listing
    package internal(set) var activities: [Sheet.Activity] = []
    /// PNG data, keyed by identifier, in the tint and size of `appearance`; tiles do not move when one
    /// arrives.
    package internal(set) var icons: [String: [UInt8]] = [:]
    /// Activities that would be listed if folders were files.
    var listedAsFiles: [Sheet.Activity] = []
    package internal(set) var quickAccess = QuickAccess()
    /// Whether the first row awaits painting; a row that awaits another list may still change.
    package var awaitsPaint: Bool { !quickAccess.isPainted && answered == listing }
    var hasAppeared = false
    /// Programs that would add an activity, if the list is empty.
    package internal(set) var hints: [String] = []
    package internal(set) var showsItems = false
    package internal(set) var showsOptions = false
    /// Typed answers, keyed by activity and field; kept when the person leaves the form.
    var typed: [String: [String: String]] = [:]
    var submitted: FormState?
    var appearance: IconAppearance?
    /// Number of the latest list request; replies to earlier ones are ignored.
    var listing = 0
    /// Number of the latest list request that has a reply.
    var answered = 0
    /// Number of the newest `editing` page.
    var editingNumber = 0
    /// Number of the last `editing` page whose fault was reported by a notification.
    var toldEditing = 0
    /// Number of changes without a reply, on the present page or an earlier one.
    var pendingChanges = 0
    var listedContent: [Item] = []
    package internal(set) var attempts = 0
    /// Whether a call was repeated after a disconnection, and no progress has come since.
    var hasReconnected = false

    package init(_ request: SheetRequest) {
        self.request = request
        (items, selected) = (request.items, request.items)
        originalWords = ContentWords(caption: request.caption, subject: request.subject)
        currentWords = originalWords
        options = SheetOptions(request.options)
        locale = request.locale.flatMap(LocaleTag.init)
        words = Words(locale)
    }

    package var isMirrored: Bool { locale?.isRightToLeft ?? false }

    /// The running activity; nil on other pages. Assigning nil has no effect.
    var performing: RunningActivity? {
        get { if case .performing(let performing) = page { performing } else { nil } }
        set { if let newValue { page = .performing(newValue) } }
    }

    /// Titles of share activities that are missing only because the items include folders.
    package var titlesWithoutFolders: [String] {
        listedAsFiles.filter { $0.category == .share && activity($0.identifier) == nil }.map(\.title)
    }

    package func activity(_ identifier: String) -> Sheet.Activity? {
        activities.first { $0.identifier.isExactly(identifier) }
    }
}

/// Caption and subject of shared items.
package struct ContentWords: Hashable, Sendable {
    package var caption: String?
    package var subject: String?
}

/// Tint and size of icons in the window's current theme and density.
package struct IconAppearance: Hashable, Sendable {
    /// `#rrggbb`.
    package let tint: String
    package let pixels: Int

    package init(tint: String, pixels: Int) {
        self.tint = tint
        self.pixels = pixels
    }
}

/// A failure, and the action to retry.
package struct SheetFailure: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case listing
        /// Options that are on could not be described.
        case preparing
        /// The activity's form could not be fetched.
        case asking(Attempt)
        case performing(Attempt)

        /// Whether there are activities to return to.
        package var canReturnToList: Bool { self != .listing && self != .preparing }
    }

    package let subject: Subject
    /// A sentence in the sheet's language.
    package let heading: String
    /// The reason in the sheet's language, or in the activity's own words.
    package let reason: String
    /// Further text to read; nil if there is none.
    package let details: String?

    init(_ subject: Subject, _ heading: String, _ cause: FailureCause) {
        (self.subject, self.heading, reason, details) = (subject, heading, cause.reason, cause.details)
    }

    /// Heading and reason on one line.
    package var sentence: String { "\(heading): \(reason)" }
}

/// A chosen activity, with everything needed to perform it.
package struct Attempt: Hashable, Sendable {
    package let identifier: String
    package internal(set) var title: String
    package var answers: [String: String] = [:]
    /// Token of the compositor, for a window that the activity opens.
    package var activationToken: String?
    /// The pressed target, which answers one field; the title names it.
    package var target: Sheet.Target?
}

/// An activity that is being started or performed.
package struct RunningActivity: Hashable, Sendable {
    package let attempt: Attempt
    /// Whether the form is being fetched. The activity has not started.
    package internal(set) var isAsking = false
    /// Whether copies are being prepared. The activity has not started.
    package internal(set) var isPreparing = false
    package var hasBegun: Bool { !isAsking && !isPreparing }
    /// The activity's unit; nil until it has started.
    package internal(set) var unit: String?
    package internal(set) var fraction: Double?
    package internal(set) var status: String?
    /// Whether to show progress; until `quietTime` has passed, the grid stays visible.
    package internal(set) var isShown = false
    package internal(set) var isCancelling = false
    /// Whether the window is closed while the activity continues.
    package internal(set) var isHidden = false

    /// The activity's final sentence, such as "Handed to KDE Connect.": the last status, if it ends like a
    /// sentence. A status with a fraction only describes the progress.
    var successMessage: String? {
        guard fraction == nil, let status, let end = status.last, ".!。！।".contains(end) else { return nil }
        return status
    }
}
