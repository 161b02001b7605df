// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import Host

/// A judge's findings on an icon.
package struct IconFindings: Hashable, Sendable {
    package let diagnostics: [Diagnostic]
    /// Whether the findings may be cached for these files. False if the judge failed: the next load then
    /// judges the icon again.
    package let isCacheable: Bool
    /// The maximum of waiting icons, if the request was refused because the requester has reached it.
    package private(set) var tooMany: Int?

    package init(_ diagnostics: [Diagnostic], isCacheable: Bool = true) {
        self.diagnostics = diagnostics
        self.isCacheable = isCacheable
    }

    /// - Parameter answer: the reply, or the reason why there is none.
    package init(_ answer: Result<[Diagnostic], DrawingError>) {
        switch answer {
        case .success(let found): self.init(found)
        case .failure(.failed(let reason)): self = .failed(reason)
        case .failure(.tooMany(let maximum)): self = .tooMany(maximum: maximum)
        }
    }

    /// Findings for an icon that could not be judged.
    package static func failed(_ reason: String) -> IconFindings {
        IconFindings([Diagnostic(.iconUnreadable, at: "/icon", reason)], isCacheable: false)
    }

    static func tooMany(maximum: Int) -> IconFindings {
        var found = failed("\(maximum) icons are already waiting to be judged. Try again later.")
        found.tooMany = maximum
        return found
    }
}

/// Judges icons by the rules of activity-rules(7). Pictures are never decoded in the process that loads
/// bundles.
package protocol IconJudge: AnyObject {
    /// Calls `then` with the findings exactly once, and never before `judge` has returned.
    func judge(_ icons: IconFiles, for requester: Requester, then: @escaping (IconFindings) -> Void)
}
