// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A decoded icon file of the right size, on which the tests of what can be seen are made. Each test stands
/// in a file of its own, as an extension, and answers with what is wrong and how to put it right, or with
/// nil.
package struct Picture: Sendable {
    package let name: String
    let bitmap: Bitmap
    let alpha: AlphaPlane
    let scale: IconScale

    /// nil unless the picture is square.
    package init?(name: String, bitmap: Bitmap, scale: IconScale) {
        guard let alpha = AlphaPlane(bitmap) else { return nil }
        self.name = name
        self.bitmap = bitmap
        self.alpha = alpha
        self.scale = scale
    }

    var side: Int { alpha.side }

    /// Everything that is wrong with the picture, errors first.
    package var diagnostics: [Diagnostic] {
        if let fault = emptiness() { return [fault] }
        let faults = [
            opacity(), colour(), twoTone(), shadow(), aliasing(), offCentre(), faintness(), smallness(),
            plate(),
        ]
        return faults.compactMap { $0 }.errorsFirst
    }

    func diagnostic(_ rule: Rule, _ sentence: String) -> Diagnostic {
        Diagnostic(rule, "\(name) \(sentence)")
    }
}
