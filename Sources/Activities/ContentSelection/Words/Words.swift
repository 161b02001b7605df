// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A sheet's own texts, in one language.
///
/// A table a language, chosen as titles are, so that a sheet never speaks two: gettext serves a process's locale alone,
/// and only where the machine has it. Every field is required, so a sentence without a translation does not compile.
/// `{name}`, `{count}`, `{all}` and `{time}` stand for what is put in.
package struct Words: Hashable, Sendable {
    /// Title of the window, and of the group of activities that hand over to others.
    package let share: String
    /// The group of activities that do something with what is shared.
    package let act: String
    package let targets: TargetWords
    /// The page on which a person makes the sheet theirs.
    package let editing: EditWords
    /// The inside of the items that leave.
    package let facts: FactWords
    package let cancel: String
    package let back: String
    package let tryAgain: String
    package let details: String
    /// On a notification: opens what was made.
    package let show: String
    /// Instead of a blank.
    package let empty: String
    /// Before the list of what would have to be installed.
    package let missing: String
    let counted: Plural
    let takenOf: String
    /// Opens the list of what is shared.
    package let showItems: String
    /// Ways to change what leaves, and the button that opens them.
    package let options: String
    /// While copies are made with the options that are on.
    package let preparing: String
    package let noSuchOption: String
    let maybeInside: String
    package let shareAnyway: String
    package let clipboardEmpty: String
    package let clipboardUnread: String
    /// The name of a picture that was copied.
    let copiedPicture: String
    let removing: String
    package let text: String
    package let folder: String
    /// Empty option of a choice that need not be made.
    package let none: String
    /// Opens a calendar.
    package let pickDate: String
    package let missingAnswer: String
    package let noNumber: String
    package let noDate: String
    package let noAddress: String
    package let wrongAnswer: String
    /// While nothing more is known.
    package let working: String
    package let cancelling: String
    let timeLeft: String
    /// Lets what runs go on without its window.
    package let continueInBackground: String
    /// No list came.
    package let noAnswer: String
    let saving: String
    let success: String
    let failure: String
    let uncertainty: String
    let vanished: String
    let unopened: String
    /// There was no sheet, or it went before its end.
    package let notShared: String
    let overfull: String
    package let tooManySheets: String
    /// A disk or a server hangs.
    package let unanswered: String
    /// A file has gone since it was looked at.
    package let unusable: String
    /// Private copies take what room they have.
    package let noRoom: String
    let asking: String
    /// The asker of a page in a browser: its origin and the browser.
    let askingWithin: String
    package let fromUnknown: String
    let quotation: String
    /// The kind of a file that can be run.
    package let program: String
    // Why an activity failed that does not say so itself.
    package let erred: String
    package let silent: String
    package let stopped: String
    package let overdue: String
    package let lacksProgram: String
    package let endUnknown: String
    let someFailed: String
    // Why the daemon does not do what was asked.
    package let unreachable: String
    package let brokenOff: String
    package let refusal: String
    package let inapplicable: String
    /// A file is newer than its copy.
    package let changed: String
    package let tooMuch: String
    /// A choice without an option.
    package let nothingOffered: String
    let notForFolders: String
}

extension Words {
    /// The words in the locale's language if the system activities speak it; else in English.
    package init(_ locale: LocaleTag?) {
        self = locale?.lookup(in: Self.tables) ?? .english
    }

    /// Whether a sheet speaks a locale's language.
    package static func speak(_ locale: String) -> Bool { LocaleTag(locale)?.lookup(in: tables) != nil }

    /// Words keyed by language; tests compare the tables with one another.
    package static let tables: [String: Words] = [
        "ar": .arabic, "de": .german, "en": .english, "es": .spanish, "fr": .french, "he": .hebrew,
        "ja": .japanese, "pt-BR": .portuguese, "ru": .russian, "zh-CN": .chinese,
    ]

    package func items(_ count: Int) -> String { counted.text(count) }

    /// Behind the title of an activity that asks before it does anything, as behind "Edit…".
    package var askingMark: String { editing.edit.hasSuffix(" …") ? "\u{A0}…" : "…" }

    /// "3 of 5", where an activity takes a part of what is shared.
    package func taken(_ count: Int, of all: Int) -> String {
        takenOf.replacing("{count}", with: "\(count)").replacing("{all}", with: "\(all)")
    }

    /// The failures among what an activity did at once, such as "2 of 3".
    package func failed(_ count: Int, of all: Int) -> String {
        someFailed.replacing("{name}", with: taken(count, of: all))
    }

    /// The activities that folders leave out; the dot separates them in every language.
    package func notForFolders(_ titles: [String]) -> String {
        notForFolders.naming(titles.joined(separator: " · "))
    }

    /// A target was pressed that was not found.
    package func notReached(_ label: String) -> String {
        targets.missing.replacing("{name}", with: quoted(label))
    }

    package func remove(_ name: String) -> String { removing.naming(name) }

    /// The notification of a file that was made.
    ///
    /// - Parameter folder: its name.
    package func saved(to folder: String) -> String { saving.naming(folder) }

    /// The notification of an activity that ended in the background.
    package func finished(_ title: String) -> String { success.naming(title) }

    /// "2 of 4 were not looked into"; of a single item, "1 item was not looked into".
    package func unread(_ count: Int, of all: Int) -> String {
        facts.unread(all > 1 ? taken(count, of: all) : items(count), count)
    }

    /// - Parameter options: titles of the options that were to remove it.
    package func maybeInside(_ options: String) -> String { maybeInside.naming(options) }

    /// - Parameter time: minutes and seconds, such as `1:30`.
    package func left(_ time: String) -> String { timeLeft.replacing("{time}", with: time) }

    package func failed(_ title: String) -> String { failure.naming(title) }

    /// A sentence and behind a colon something in another language or script, such as a program's reason or names.
    package func sentence(_ sentence: String, with detail: String) -> String {
        "\(sentence): \(share.isMirrored ? detail.isolated : detail)"
    }

    /// The message that a file to be shared has vanished.
    package func gone(_ name: String) -> String { vanished.naming(name) }

    package func tooManyItems(_ most: Int) -> String { overfull.replacing("{count}", with: "\(most)") }

    package func cannotOpen(_ name: String) -> String { unopened.naming(name) }

    /// Who asks for the sheet.
    package func from(_ name: String) -> String { asking.naming(name) }

    package func page(_ origin: String, in browser: String) -> String {
        askingWithin.naming(browser).naming(origin, "{origin}")
    }

    /// The text in the language's quotation marks, without any of its own: it would seem to end before it does.
    package func quoted(_ text: String) -> String {
        let kept = String(text.unicodeScalars.filter { !Self.quotationMarks.contains($0) })
        return quotation.replacing("{name}", with: share.isMirrored ? kept.isolated : kept)
    }

    private static let quotationMarks = Set(
        tables.values.flatMap { $0.quotation.unicodeScalars.filter(\.properties.isQuotationMark) })

    /// Whether it was done at all is not known.
    package func unknown(_ title: String) -> String { uncertainty.naming(title) }
}

extension String {
    /// The sentence with a name that may be in another script. In one from right to left the name is isolated (Unicode Bidirectional
    /// Algorithm, FSI and PDI), or marks around it would be drawn at its other end.
    func naming(_ name: String, _ place: String = "{name}") -> String {
        replacing(place, with: isMirrored ? name.isolated : name)
    }

    fileprivate var isolated: String { "\u{2068}\(self)\u{2069}" }

    /// Whether it has letters of Hebrew, Arabic or their like.
    fileprivate var isMirrored: Bool { unicodeScalars.contains { (0x0590...0x08FF).contains($0.value) } }
}

/// A counted noun in the forms that its language has (Unicode CLDR, Language Plural Rules).
package struct Plural: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        case zero, one, two, few, many, other
    }

    /// The form for a count.
    let rule: Rule
    /// `{count}` stands for the number.
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
