// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// One fault: the rule, the position in the manifest, and a message.
package struct Diagnostic: Hashable, Sendable, JSONObjectConvertible {
    package let rule: Rule
    package let severity: Rule.Severity
    /// JSON pointer into manifest.json; nil if the fault is not about a key.
    package let pointer: String?
    /// A sentence or two for the author: the error, then the remedy.
    package let message: String

    package init(_ rule: Rule, severity: Rule.Severity? = nil, at pointer: String? = nil, _ message: String) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.pointer = pointer
        self.message = message
    }

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        rule = try object.read("rule")
        severity = try object.read("severity")
        pointer = try object.read("pointer")
        message = try object.read("message")
    }

    package var object: JSON.Object {
        .withoutNulls(["rule": rule, "severity": severity, "pointer": pointer, "message": message])
    }
}

extension [Diagnostic] {
    package var hasErrors: Bool { contains { $0.severity == .error } }

    /// Maximum diagnostics per bundle: an author fixes no more at once, and replies stay bounded.
    package static let maximumCount = 64

    /// The first diagnostics; the last one states the number of those left out.
    package var bounded: [Diagnostic] {
        guard count > Self.maximumCount, let last else { return self }
        let more = count - Self.maximumCount + 1
        let severity = dropFirst(Self.maximumCount - 1).first?.severity
        return prefix(Self.maximumCount - 1)
            + [Diagnostic(last.rule, severity: severity, "There are \(more) more faults. Fix these first.")]
    }

    /// Errors before warnings, otherwise in order of discovery.
    package var errorsFirst: [Diagnostic] {
        filter { $0.severity == .error } + filter { $0.severity == .warning }
    }
}
