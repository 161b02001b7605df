// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// The judge's findings in one file of an icon: the picture as it was judged, and each fault with its place.
package struct Finding: Sendable {
    /// The file's name, as it stands in the bundle.
    package let name: String
    package let scale: IconScale
    /// The picture that was judged; for a drawing, as rendered at 70 pixels. Also there for a PNG of the
    /// wrong size, unless it is too large to be decoded. nil for a file that could not be read.
    package let bitmap: Bitmap?
    /// Errors first.
    package let faults: [Fault]

    /// - Parameter faults: in the order of discovery.
    init(_ name: String, _ scale: IconScale, bitmap: Bitmap? = nil, _ faults: [Fault]) {
        self.name = name
        self.scale = scale
        self.bitmap = bitmap
        self.faults =
            faults.filter { $0.diagnostic.severity == .error }
            + faults.filter { $0.diagnostic.severity == .warning }
    }

    /// The alpha that was judged; nil where there is no picture or it is not square.
    package var alpha: AlphaPlane? { bitmap.flatMap { AlphaPlane($0) } }

    /// The smallest rectangle around all that is seen.
    package var box: PixelBox? { alpha?.box }
}

/// One breach of a rule in a picture, and where in the picture it is seen.
package struct Fault: Hashable, Sendable {
    package let diagnostic: Diagnostic
    package let marks: Marks

    package init(_ diagnostic: Diagnostic, _ marks: Marks = .whole) {
        self.diagnostic = diagnostic
        self.marks = marks
    }

    /// The part of the judged bitmap that offends.
    package enum Marks: Hashable, Sendable {
        /// The file as such, or the picture everywhere.
        case whole
        /// Single pixels, ascending: row times width plus column.
        case pixels([Int])
        /// All that is seen, where its place or its extent is at fault.
        case box(PixelBox)
    }
}
