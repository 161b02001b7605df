// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// What a judge found in an icon.
package struct IconVerdict: Hashable, Sendable {
    package let diagnostics: [Diagnostic]
    /// Whether it holds for these bytes for good. It does not where the judge itself failed: it is never
    /// filed then, and the icon is judged again at the next load.
    package let isLasting: Bool

    package init(_ diagnostics: [Diagnostic], isLasting: Bool = true) {
        self.diagnostics = diagnostics
        self.isLasting = isLasting
    }

    /// The error of an icon that nobody could judge.
    static func failed(_ reason: String) -> IconVerdict {
        IconVerdict([Diagnostic(.iconUnreadable, at: "/icon", reason)], isLasting: false)
    }
}

/// Judges icons by the rules of R5. Pictures are never decoded in the process that loads bundles.
package protocol IconJudge: AnyObject {
    /// Calls `then` with the verdict exactly once, and never before `judge` has returned.
    func judge(_ icons: IconFiles, isUrgent: Bool, then: @escaping (IconVerdict) -> Void)
}
