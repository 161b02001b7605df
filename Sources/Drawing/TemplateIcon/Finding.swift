// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// The judge's findings in one file of an icon: the judged picture, and each fault with its position.
package struct Finding: Sendable {
    /// The file's name in the bundle.
    package let name: String
    package let scale: IconScale
    /// The judged picture; for a drawing, rendered at 70 pixels. Also set for a PNG of the wrong size. Nil if
    /// the file cannot be decoded, is too large, or is a drawing with a fault that is found before it is
    /// rendered.
    package let bitmap: Bitmap?
    /// Errors first.
    package let faults: [IconFault]

    /// - Parameter faults: in the order of discovery.
    init(_ name: String, _ scale: IconScale, bitmap: Bitmap? = nil, _ faults: [IconFault]) {
        self.name = name
        self.scale = scale
        self.bitmap = bitmap
        self.faults =
            faults.filter { $0.diagnostic.severity == .error }
            + faults.filter { $0.diagnostic.severity == .warning }
    }

    /// The judged alpha; nil without a picture, or if it is not square.
    package var alpha: AlphaPlane? { bitmap.flatMap { AlphaPlane($0) } }

    package var box: PixelBox? { alpha?.box }
}

/// One fault of a picture, and its position.
package struct IconFault: Hashable, Sendable {
    package let diagnostic: Diagnostic
    package let marks: Marks

    package init(_ diagnostic: Diagnostic, _ marks: Marks = .whole) {
        self.diagnostic = diagnostic
        self.marks = marks
    }

    /// The offending part of the judged bitmap.
    package enum Marks: Hashable, Sendable {
        /// The file as such, or the whole picture.
        case whole
        /// Single pixels, ascending: row times width plus column.
        case pixels([Int])
        /// The box of all visible pixels, if its position, size or content is wrong.
        case box(PixelBox)
    }
}
