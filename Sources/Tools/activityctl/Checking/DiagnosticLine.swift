// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A breach of a rule as rustc would print it: `error[title-empty]: message`.
struct DiagnosticLine {
    let diagnostic: Diagnostic

    init(_ diagnostic: Diagnostic) {
        self.diagnostic = diagnostic
    }

    /// The text with the pointer, where nothing else shows the place.
    func placed(_ paint: Paint) -> String {
        text(paint) + (diagnostic.pointer.map { $0.isEmpty ? "" : " (\(printable($0)))" } ?? "")
    }

    func text(_ paint: Paint) -> String {
        let ink: Paint.Ink = diagnostic.severity == .error ? .red : .yellow
        let head = "\(diagnostic.severity.rawValue)[\(diagnostic.rule.rawValue)]"
        return paint(ink, head) + ": " + printable(diagnostic.message)
    }
}
