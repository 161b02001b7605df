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
    ///   - pointer: Where the manifest has it, as a JSON pointer.
    ///   - soft: Whether it is one of `titles`: its errors are warnings that say that this localisation is
    ///     dropped.
    ///   - isCustom: Whether the bundle is no system bundle; only custom titles are held against reserved
    ///     ones.
    ///   - vendor: The manifest's vendor, a name that the title is to do without.
    ///   - product: The manifest's product, likewise.
    ///   - identifier: The bundle's, whose labels are names as well.
    ///   - reserved: The system's titles.
    ///   - locale: Of one of `titles`; nil for the base title.
    /// - Returns: What was found; empty for a good title.
    package static func judge(
        title: String, pointer: String, soft: Bool, isCustom: Bool, vendor: String?, product: String?,
        identifier: String, reserved: ReservedTitles, locale: LocaleTag? = nil
    ) -> [Diagnostic] {
        guard title.utf8.count <= longestTitle else {
            return [TitleFault.tooManyBytes(title).diagnostic(pointer: pointer, soft: soft)]
        }
        let title = TitleFolding.nfc(title)
        let cells = CellWidth.of(title)
        let faults: [TitleFault]
        if cells > widestTitle {
            faults = [TitleFault.control(title), .tooWide(cells)].compactMap(\.self)
        } else if TitleFolding.fold(title).isEmpty {
            // Also marks alone, which have no letter to stand on.
            faults = [.empty] + [TitleFault.control(title)].compactMap(\.self)
        } else {
            let brand = TitleBrand.first(in: title, vendor: vendor, product: product, identifier: identifier)
            faults =
                TitleFault.form(title) + (brand.map { [.brand($0)] } ?? [])
                + (isCustom ? TitleFault.likeness(title, locale, reserved) : [])
        }
        return faults.map { $0.diagnostic(pointer: pointer, soft: soft) }.errorsFirst
    }

    /// Whether a title with these faults may be used: no rule among them is an error by nature, though it be
    /// softened to a warning for a localisation.
    package static func accepts(_ diagnostics: [Diagnostic]) -> Bool {
        diagnostics.allSatisfy { $0.rule.severity == .warning }
    }
}
