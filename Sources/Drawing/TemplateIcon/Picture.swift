// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A decoded icon file of the right size, for the tests of the visible picture. The tests are in extensions;
/// each returns a fault with its remedy, or nil.
package struct Picture: Sendable {
    package let name: String
    let bitmap: Bitmap
    let alpha: AlphaPlane

    /// - Returns: nil if the picture is not square.
    package init?(name: String, bitmap: Bitmap) {
        guard let alpha = AlphaPlane(bitmap) else { return nil }
        self.name = name
        self.bitmap = bitmap
        self.alpha = alpha
    }

    var side: Int { alpha.side }

    /// All faults of the picture, errors first.
    package var diagnostics: [Diagnostic] { faults.map(\.diagnostic).errorsFirst }

    /// All faults with their positions, in the order of the tests.
    var faults: [IconFault] {
        if let fault = emptiness() { return [fault] }
        let faults = [
            opacity(), colour(), twoTone(), shadow(), aliasing(), offCentre(), faintness(), smallness(),
            plate(),
        ]
        return faults.compactMap { $0 }
    }

    func fault(_ rule: Rule, _ marks: IconFault.Marks, _ sentence: String) -> IconFault {
        IconFault(Diagnostic(rule, at: IconRules.pointer, "\(name) \(sentence)"), marks)
    }
}
