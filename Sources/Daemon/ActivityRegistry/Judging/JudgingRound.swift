// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel
package import Host

/// Has the icons of a load judged, a few at a time, and each content once. Started again while some are under way, it
/// asks for those no second time, and for others only when one of them is answered: however often a folder changes, so
/// many are asked for and no more.
package final class JudgingRound {
    /// The most icons in memory at once.
    private static let window = 8

    private let judge: any IconJudge
    private let cache: FindingsCache
    /// For whom it is judged. Findings on what a client sends in are not filed.
    private let requester: Requester
    private var waiting: ArraySlice<Candidate> = []
    /// Asked for and not answered, for this start or an earlier one.
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

    /// Begins; the round keeps itself alive until it is over. `then` gets the findings by
    /// `Candidate.findingsKey`, for `Loader.finish`: at once where nothing is to be asked, and never after
    /// `cancel`.
    package func start(_ pending: [Candidate], then: @escaping ([Digest: IconFindings]) -> Void) {
        cancel()
        waiting = pending[...]
        findings = [:]
        self.then = then
        advance()
    }

    /// Asks for no more icons and calls no handler. Findings under way are still filed.
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
