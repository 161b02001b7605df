// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

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
