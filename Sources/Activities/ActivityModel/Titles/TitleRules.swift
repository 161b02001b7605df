// SPDX-License-Identifier: Apache-2.0

/// The rules for an activity's title (HIG, Activity: short, localisable, no company or product name, none of
/// the system's own).
package enum TitleRules {
    /// The widest title that is accepted, in cells: more than twice what the box shows.
    package static let widestTitle = 60
    /// Bytes, checked before anything else: marks and joiners have no width, and no title of 60 cells
    /// has more.
    package static let longestTitle = 1024

    /// All that is wrong with a title, errors first. One that is far too long is not looked at any further.
    ///
    /// - Parameters:
    ///   - title: As the manifest has it; its NFC is judged.
    ///   - soft: Whether it is one of `titles`: its errors are warnings that say that this localisation is
    ///     dropped.
    ///   - isCustom: Whether it is held against reserved ones.
    ///   - identifier: Nil where it does not say whose the activity is.
    ///   - locale: Nil for the base title.
    package static func judge(
        title: String, pointer: String, soft: Bool, isCustom: Bool, vendor: String?, product: String?,
        identifier: String?, reserved: ReservedTitles, locale: LocaleTag? = nil
    ) -> [Diagnostic] {
        var faults = errors(in: title, reserved: isCustom ? reserved : nil)
        // Of one that says nothing, or too much, no more is said.
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

    /// The rule that keeps a custom activity from having this title at all; nil where it may have it. Most rules only warn,
    /// and are not asked.
    package static func error(in title: String, reserved: ReservedTitles) -> Rule? {
        errors(in: title, reserved: reserved).first?.rule
    }

    /// - Parameter reserved: nil where none is.
    private static func errors(in title: String, reserved: ReservedTitles?) -> [Diagnostic] {
        guard title.utf8.count <= longestTitle else { return [TitleFault.tooManyBytes(title)] }
        let title = TitleFolding.nfc(title)
        let control = TitleFault.control(title)
        let cells = CellWidth.of(title)
        if cells > widestTitle { return [control, TitleFault.tooWide(cells)].compactMap(\.self) }
        // Also marks alone, which have no letter to stand on.
        if TitleFolding.fold(title).isEmpty { return [TitleFault.empty, control].compactMap(\.self) }
        return [control, reserved.flatMap { TitleFault.reserved(title, $0) }].compactMap(\.self)
    }

    /// Whether a title with these faults may be used: no rule among them is an error by nature, though it be
    /// softened to a warning for a localisation.
    package static func accepts(_ diagnostics: [Diagnostic]) -> Bool {
        diagnostics.allSatisfy { $0.rule.severity == .warning }
    }
}
