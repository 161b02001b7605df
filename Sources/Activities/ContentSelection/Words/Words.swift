// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A sheet's own texts, in one language.
///
/// One table for each language, chosen like titles, so that a sheet never mixes two: gettext serves only the
/// process's locale, and only if the machine has it. Every field is required, so a sentence without a
/// translation does not compile. Words in braces, such as `{name}` and `{count}`, are placeholders.
package struct Words: Hashable, Sendable {
    /// Title of the window, and of the group of activities that share with other programs or people.
    package let share: String
    /// Title of the group of activities that process the content.
    package let act: String
    package let targets: TargetWords
    /// The page for editing the sheet.
    package let editing: EditWords
    /// Texts about facts inside the shared items.
    package let facts: FactWords
    package let cancel: String
    package let back: String
    package let tryAgain: String
    package let details: String
    /// Title of a notification's button that shows the saved file.
    package let show: String
    /// Shown instead of an empty list.
    package let empty: String
    /// Heading of the programs to install.
    package let missing: String
    let counted: Plural
    let takenOf: String
    /// Accessible name of the list of shared items, and of the button that opens it.
    package let showItems: String
    /// Title of the options that change the content before it is shared, and of the button that opens them.
    package let options: String
    /// Shown while copies with the chosen options are made.
    package let preparing: String
    package let noSuchOption: String
    let maybeInside: String
    package let shareAnyway: String
    package let clipboardEmpty: String
    package let clipboardUnread: String
    /// The name of a copied picture.
    let copiedPicture: String
    let removing: String
    package let text: String
    package let folder: String
    /// The empty option of an optional choice.
    package let none: String
    /// Accessible name of the button that opens a calendar.
    package let pickDate: String
    package let missingAnswer: String
    package let noNumber: String
    package let noDate: String
    package let noAddress: String
    package let wrongAnswer: String
    /// Shown until progress is known.
    package let working: String
    package let cancelling: String
    let timeLeft: String
    /// Title of the button that closes the window while the activity continues.
    package let continueInBackground: String
    /// Shown if the activities could not be listed.
    package let noAnswer: String
    let saving: String
    let success: String
    let failure: String
    let uncertainty: String
    let vanished: String
    let unopened: String
    /// Title of the notification that a sheet was refused.
    package let notShared: String
    let overfull: String
    package let tooManySheets: String
    /// Shown if a disk or a server does not respond.
    package let unanswered: String
    /// Shown if a part of the content can no longer be opened.
    package let unusable: String
    /// Shown if private copies have used up their space.
    package let noRoom: String
    let asking: String
    /// The origin of a web page's request, with the page's `{origin}` and the browser's `{name}`.
    let askingWithin: String
    package let fromUnknown: String
    let quotation: String
    /// The kind of a runnable file.
    package let program: String
    // Reasons why an activity failed, if it gave none itself.
    package let erred: String
    package let silent: String
    package let stopped: String
    package let overdue: String
    package let lacksProgram: String
    package let endUnknown: String
    let someFailed: String
    // Reasons why the daemon does not serve the request.
    package let unreachable: String
    package let brokenOff: String
    package let refusal: String
    package let inapplicable: String
    /// Shown if a file has changed since its copy was made.
    package let changed: String
    package let tooMuch: String
    /// Shown if a choice has no options, or they are unavailable.
    package let nothingOffered: String
    let notForFolders: String
}

extension Words {
    /// The words in the locale's language; in English if no table matches.
    package init(_ locale: LocaleTag?) {
        self = locale?.lookup(in: Self.tables) ?? .english
    }

    /// Whether sheets support a locale's language.
    package static func speak(_ locale: String) -> Bool { LocaleTag(locale)?.lookup(in: tables) != nil }

    /// Words keyed by language; tests compare the tables with one another.
    package static let tables: [String: Words] = [
        "ar": .arabic, "de": .german, "en": .english, "es": .spanish, "fr": .french, "he": .hebrew,
        "ja": .japanese, "pt-BR": .portuguese, "ru": .russian, "zh-CN": .chinese,
    ]

    package func items(_ count: Int) -> String { counted.text(count) }

    /// Suffix for an activity that asks questions first, as in "Edit…".
    package var askingMark: String { editing.edit.hasSuffix(" …") ? "\u{A0}…" : "…" }

    /// "3 of 5", for an activity that accepts only some of the items.
    package func taken(_ count: Int, of all: Int) -> String {
        takenOf.replacing("{count}", with: "\(count)").replacing("{all}", with: "\(all)")
    }

    /// The failures among several runs of an activity, such as "2 of 3".
    package func failed(_ count: Int, of all: Int) -> String {
        someFailed.replacing("{name}", with: taken(count, of: all))
    }

    /// The activities that do not accept folders; the separator is not localised.
    package func notForFolders(_ titles: [String]) -> String {
        notForFolders.naming(titles.joined(separator: " · "))
    }

    /// Shown when an unavailable target is pressed.
    package func notReached(_ label: String) -> String {
        targets.missing.replacing("{name}", with: quoted(label))
    }

    package func remove(_ name: String) -> String { removing.naming(name) }

    /// The notification of a saved file.
    ///
    /// - Parameter folder: the folder's name.
    package func saved(to folder: String) -> String { saving.naming(folder) }

    /// The notification of an activity that finished in the background.
    package func finished(_ title: String) -> String { success.naming(title) }

    /// "2 of 4 were not looked into"; for a single item, "1 item was not looked into".
    package func unread(_ count: Int, of all: Int) -> String {
        facts.unread(all > 1 ? taken(count, of: all) : items(count), count)
    }

    /// - Parameter options: titles of the options that should have removed facts.
    package func maybeInside(_ options: String) -> String { maybeInside.naming(options) }

    /// - Parameter time: minutes and seconds, such as `1:30`.
    package func left(_ time: String) -> String { timeLeft.replacing("{time}", with: time) }

    package func failed(_ title: String) -> String { failure.naming(title) }

    /// A sentence with a detail after a colon, in another language or script, such as a program's reason or
    /// names.
    package func sentence(_ sentence: String, with detail: String) -> String {
        "\(sentence): \(share.isMirrored ? detail.isolated : detail)"
    }

    /// The message that a file to be shared has vanished.
    package func gone(_ name: String) -> String { vanished.naming(name) }

    package func tooManyItems(_ most: Int) -> String { overfull.replacing("{count}", with: "\(most)") }

    package func cannotOpen(_ name: String) -> String { unopened.naming(name) }

    /// Names the program that requested the sheet.
    package func from(_ name: String) -> String { asking.naming(name) }

    package func page(_ origin: String, in browser: String) -> String {
        askingWithin.naming(browser).naming(origin, "{origin}")
    }

    /// The text in the language's quotation marks, with any such marks in it removed: they would seem to end
    /// it early.
    package func quoted(_ text: String) -> String {
        let kept = String(text.unicodeScalars.filter { !Self.quotationMarks.contains($0) })
        return quotation.replacing("{name}", with: share.isMirrored ? kept.isolated : kept)
    }

    private static let quotationMarks = Set(
        tables.values.flatMap { $0.quotation.unicodeScalars.filter(\.properties.isQuotationMark) })

    /// The message that the activity's outcome is unknown.
    package func unknown(_ title: String) -> String { uncertainty.naming(title) }
}

extension String {
    /// The sentence with a name that may be in another script. In a right-to-left sentence the name is
    /// isolated (Unicode Bidirectional Algorithm, FSI and PDI), because marks around it would otherwise
    /// appear at its other end.
    func naming(_ name: String, _ place: String = "{name}") -> String {
        replacing(place, with: isMirrored ? name.isolated : name)
    }

    fileprivate var isolated: String { "\u{2068}\(self)\u{2069}" }

    /// Whether the text contains letters of Hebrew, Arabic or related scripts.
    fileprivate var isMirrored: Bool { unicodeScalars.contains { (0x0590...0x08FF).contains($0.value) } }
}

/// A counted noun in the plural forms of its language (Unicode CLDR, Language Plural Rules).
package struct Plural: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        case zero, one, two, few, many, other
    }

    let rule: Rule
    let forms: [Form: String]

    enum Rule: Hashable, Sendable {
        case arabic, english, french, hebrew, none, russian
    }

    package func text(_ count: Int) -> String {
        (forms[rule.form(count)] ?? forms[.other] ?? "{count}").replacing("{count}", with: "\(count)")
    }
}

extension Plural.Rule {
    func form(_ count: Int) -> Plural.Form {
        switch self {
        case .none: .other
        case .english: count == 1 ? .one : .other
        case .french: count < 2 ? .one : .other
        case .hebrew: count == 1 ? .one : count == 2 ? .two : .other
        case .russian: russian(count)
        case .arabic: arabic(count)
        }
    }

    private func russian(_ count: Int) -> Plural.Form {
        switch (count % 10, count % 100) {
        case (_, 11...14): .many
        case (1, _): .one
        case (2...4, _): .few
        default: .many
        }
    }

    private func arabic(_ count: Int) -> Plural.Form {
        switch (count, count % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
}
