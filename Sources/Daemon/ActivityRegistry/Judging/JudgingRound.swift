// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel
package import Host

/// Judges the icons of a load, a few at a time and each content once. A restart repeats no open request, and
/// sends new ones only as earlier ones are answered: however often a folder changes, at most `window`
/// requests are open.
package final class JudgingRound {
    private static let window = 8

    private let judge: any IconJudge
    private let cache: FindingsCache
    /// The client that requested the judgement. Findings on a client's upload are not cached.
    private let requester: Requester
    private var waiting: ArraySlice<Candidate> = []
    /// Keys of the open requests, from this start or an earlier one.
    private var underWay: Set<Digest> = []
    /// Keys in `underWay` that this start waits for.
    private var missing: Set<Digest> = []
    private var findings: [Digest: IconFindings] = [:]
    private var then: (([Digest: IconFindings]) -> Void)?

    package init(judge: any IconJudge, cache: FindingsCache, for requester: Requester = .own) {
        self.judge = judge
        self.cache = cache
        self.requester = requester
    }

    /// Starts a round, and keeps it alive until it ends.
    ///
    /// - Parameter then: receives the findings, keyed by `Candidate.findingsKey`, for `Loader.finish`. It is
    ///   called before this returns if nothing has to be judged, and never after `cancel` or another `start`.
    package func start(_ pending: [Candidate], then: @escaping ([Digest: IconFindings]) -> Void) {
        cancel()
        waiting = pending[...]
        findings = [:]
        self.then = then
        advance()
    }

    /// Sends no further requests, and drops the handler. Findings of open requests are still cached.
    package func cancel() {
        waiting = []
        missing = []
        then = nil
    }

    private func advance() {
        while underWay.count < Self.window, let candidate = waiting.popFirst() {
            guard let key = candidate.findingsKey, findings[key] == nil else { continue }
            if underWay.contains(key) {
                missing.insert(key)
            } else if let known = cache.findings(for: key) {
                findings[key] = known
            } else if let icons = candidate.icons {
                ask(icons, key)
            } else {
                findings[key] = .failed(
                    "The icon changed while it was being judged, and will be judged again soon.")
            }
        }
        guard missing.isEmpty, waiting.isEmpty, let then else { return }
        self.then = nil
        then(findings)
    }

    private func ask(_ icons: IconFiles, _ key: Digest) {
        underWay.insert(key)
        missing.insert(key)
        judge.judge(icons, for: requester) { found in
            self.underWay.remove(key)
            self.missing.remove(key)
            if self.requester == .own { self.cache.file(found, for: key) }
            self.findings[key] = found
            self.advance()
        }
    }
}
