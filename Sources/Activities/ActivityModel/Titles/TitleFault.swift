// SPDX-License-Identifier: Apache-2.0

/// Diagnostics for faults of titles, not yet located in the manifest.
enum TitleFault {
    static let empty = Diagnostic(
        .titleEmpty, "The title is empty, or blank to the eye. Say in a word or two what the activity does.")

    static func tooManyBytes(_ title: String) -> Diagnostic {
        Diagnostic(
            .titleTooLong,
            "The title has \(title.utf8.count) bytes, over the limit of \(TitleRules.maximumTitleBytes). "
                + "Shorten it to two lines of \(TitleFit.boxWidth) cells.")
    }

    static func tooWide(_ cells: Int) -> Diagnostic {
        Diagnostic(
            .titleTooLong,
            "The title is \(cells) cells wide, over the limit of \(TitleRules.maximumTitleCells). "
                + "Shorten it to two lines of \(TitleFit.boxWidth).")
    }

    static func brand(_ brand: TitleBrand) -> Diagnostic {
        Diagnostic(
            .titleBrand,
            "The title holds \(quoted(brand.match)), from the \(brand.key) \(quoted(brand.name)). "
                + "Leave the name out: the icon and the subtitle say whose the activity is.")
    }

    /// A text from the manifest in quotation marks, cut to 100 scalars, without control characters that would
    /// disturb a terminal.
    static func quoted(_ text: String) -> String {
        "\"" + TitleFolding.string(text.unicodeScalars.lazy.filter { !isControl($0) }.prefix(100)) + "\""
    }
}

extension TitleFault {
    static func reserved(_ title: String, _ reserved: ReservedTitles) -> Diagnostic? {
        guard let system = reserved.reserver(of: title) else { return nil }
        return Diagnostic(
            .titleReserved,
            "The title is that of the system activity \(name(system)). "
                + "Choose one that says what this activity does and that one does not.")
    }

    /// Similarity to a system title, for a title that is not reserved.
    static func likeness(_ title: String, _ locale: LocaleTag?, _ reserved: ReservedTitles) -> [Diagnostic] {
        let plain = MnemonicMark(in: title)?.plainTitle ?? title
        guard let system = reserved.recreated(by: plain, locale: locale) else { return [] }
        return [
            Diagnostic(
                .recreatesBuiltin,
                "The title holds every word of the system activity \(name(system)). "
                    + "If it does the same, leave it to the system; if not, name the difference instead.")
        ]
    }

    private static func name(_ system: ReservedTitle) -> String {
        "\(system.identifier), \(quoted(system.title))" + (system.locale.map { " (\($0))" } ?? "")
    }
}
