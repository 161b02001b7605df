// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// A decoded icon file of the right size, on which the tests of what can be seen are made. Each test stands
/// in a file of its own, as an extension, and answers with what is wrong and how to put it right, or with
/// nil.
package struct Picture: Sendable {
    package let name: String
    let bitmap: Bitmap
    let alpha: AlphaPlane

    /// nil unless the picture is square.
    package init?(name: String, bitmap: Bitmap) {
        guard let alpha = AlphaPlane(bitmap) else { return nil }
        self.name = name
        self.bitmap = bitmap
        self.alpha = alpha
    }

    var side: Int { alpha.side }

    /// Everything that is wrong with the picture, errors first.
    package var diagnostics: [Diagnostic] { faults.map(\.diagnostic).errorsFirst }

    /// The same with their places, in the order of the tests.
    var faults: [Fault] {
        if let fault = emptiness() { return [fault] }
        let faults = [
            opacity(), colour(), twoTone(), shadow(), aliasing(), offCentre(), faintness(), smallness(),
            plate(),
        ]
        return faults.compactMap { $0 }
    }

    func fault(_ rule: Rule, _ marks: Fault.Marks, _ sentence: String) -> Fault {
        Fault(Diagnostic(rule, "\(name) \(sentence)"), marks)
    }
}
