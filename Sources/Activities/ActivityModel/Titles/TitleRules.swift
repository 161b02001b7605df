// SPDX-License-Identifier: Apache-2.0

/// The rules for an activity's title (HIG, Activity: short, localisable, without company or product names,
/// and different from the system's titles).
package enum TitleRules {
    /// The widest accepted title, in cells: more than twice the capacity of the box.
    package static let maximumTitleCells = 60
    /// Longest title in bytes, checked first: marks and joiners have no width, and no real title of 60 cells
    /// is longer.
    package static let maximumTitleBytes = 1024

    /// All faults of a title, errors first. A title that is too long or empty is not checked any further.
    ///
    /// - Parameters:
    ///   - title: The title as in the manifest; its NFC is checked.
    ///   - soft: Whether the title is one of `titles`: its errors become warnings that this localisation is
    ///     dropped.
    ///   - isCustom: Whether reserved titles are forbidden.
    ///   - identifier: Nil if the identifier does not name the author.
    ///   - locale: Nil for the base title.
    package static func judge(
        title: String, pointer: String, soft: Bool, isCustom: Bool, vendor: String?, product: String?,
        identifier: String?, reserved: ReservedTitles, locale: LocaleTag? = nil
    ) -> [Diagnostic] {
        var faults = errors(in: title, reserved: isCustom ? reserved : nil)
        if !faults.contains(where: { $0.rule == .titleTooLong || $0.rule == .titleEmpty }) {
            let title = TitleFolding.nfc(title)
            let brand = TitleBrand.first(in: title, vendor: vendor, product: product, identifier: identifier)
            let isReserved = faults.contains { $0.rule == .titleReserved }
            faults += TitleFault.form(title) + (brand.map { [TitleFault.brand($0)] } ?? [])
            if isCustom, !isReserved { faults += TitleFault.likeness(title, locale, reserved) }
        }
        return faults.map { fault -> Diagnostic in
            guard soft, fault.rule.severity == .error else {
                return Diagnostic(fault.rule, at: pointer, fault.message)
            }
            let message = fault.message + " Until then this localisation is dropped."
            return Diagnostic(fault.rule, severity: .warning, at: pointer, message)
        }.errorsFirst
    }

    /// The rule that forbids this title to a custom activity; nil if the title is allowed. Rules that only
    /// warn are not checked.
    package static func error(in title: String, reserved: ReservedTitles) -> Rule? {
        errors(in: title, reserved: reserved).first?.rule
    }

    /// - Parameter reserved: nil if no titles are reserved.
    private static func errors(in title: String, reserved: ReservedTitles?) -> [Diagnostic] {
        guard title.utf8.count <= maximumTitleBytes else { return [TitleFault.tooManyBytes(title)] }
        let title = TitleFolding.nfc(title)
        let control = TitleFault.control(title)
        let cells = CellWidth.of(title)
        if cells > maximumTitleCells { return [control, TitleFault.tooWide(cells)].compactMap(\.self) }
        // Also catches combining marks without a base letter.
        if TitleFolding.fold(title).isEmpty { return [TitleFault.empty, control].compactMap(\.self) }
        return [control, reserved.flatMap { TitleFault.reserved(title, $0) }].compactMap(\.self)
    }

    /// Whether a title with these faults may be used: none of their rules is an error by default, even if
    /// softened to a warning for a localisation.
    package static func accepts(_ diagnostics: [Diagnostic]) -> Bool {
        diagnostics.allSatisfy { $0.rule.severity == .warning }
    }
}
