// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel
package import Host

/// Has the icons of a load judged, a few at a time, and each content once.
package final class JudgingRound {
    /// So many icons are in memory at once.
    private static let window = 8

    private let judge: any IconJudge
    private let cache: VerdictCache
    /// For whom it is judged. Verdicts on what a client sends in are not filed.
    private let requester: Requester
    private var waiting: ArraySlice<Candidate>
    private var asked: Set<Digest> = []
    private var underWay = 0
    private var verdicts: [Digest: IconVerdict] = [:]
    private var then: (([Digest: IconVerdict]) -> Void)?

    package init(
        _ pending: [Candidate], judge: any IconJudge, cache: VerdictCache, for requester: Requester = .own
    ) {
        self.judge = judge
        self.cache = cache
        self.requester = requester
        waiting = pending[...]
    }

    /// Begins; the round keeps itself alive till it is over. `then` gets the verdicts by
    /// `Candidate.verdictKey`, for `Loader.finish`: at once where nothing is to be asked, and never after
    /// `cancel`.
    package func start(then: @escaping ([Digest: IconVerdict]) -> Void) {
        self.then = then
        advance()
    }

    /// Asks nothing more and calls nobody. Verdicts that are under way are still filed.
    package func cancel() {
        waiting = []
        then = nil
    }

    private func advance() {
        while underWay < Self.window, let candidate = waiting.popFirst() {
            guard let key = candidate.verdictKey, asked.insert(key).inserted else { continue }
            if let known = cache.verdict(for: key) {
                verdicts[key] = known
            } else if let icons = candidate.icons {
                ask(icons, key)
            } else {
                verdicts[key] = .failed(
                    "The icon changed while it was looked at. It is looked at again soon.")
            }
        }
        guard underWay == 0, waiting.isEmpty, let then else { return }
        self.then = nil
        then(verdicts)
    }

    private func ask(_ icons: IconFiles, _ key: Digest) {
        underWay += 1
        judge.judge(icons, for: requester) { verdict in
            self.underWay -= 1
            if self.requester == .own { self.cache.file(verdict, for: key) }
            self.verdicts[key] = verdict
            self.advance()
        }
    }
}
