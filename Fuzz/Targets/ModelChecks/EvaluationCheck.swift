// SPDX-License-Identifier: Apache-2.0
//
// A verdict is held to the rules of matching as a person would read them: clause by clause, item by item, without the
// tables that the evaluation looks types up in.

package import ActivityModel
import Harness

/// Checks a content's verdict in one bundle against one found the slow way.
package func check(_ bundle: Bundle, _ content: Content) {
    let request = Request(content: content.outline, types: .small)
    let verdict = bundle.evaluate(request)
    let naive = SlowMatching(bundle.manifest, content)
    expect(verdict.code == naive.code, "the verdict is \(verdict.code), and should be \(naive.code)")
    if verdict.takes {
        expect(verdict.taken == naive.taken, "\(verdict.taken) are taken, and should be \(naive.taken)")
    }
    if verdict.isListed {
        expect(TypeIndex([bundle]).candidates(request) == [0], "the index leaves out what is listed")
    }
    checkPlaces(verdict, bundle, content)
    expect(!bundle.explanation(of: verdict, request).isEmpty, "\(verdict.code) is not explained")
}

private func checkPlaces(_ verdict: Verdict, _ bundle: Bundle, _ content: Content) {
    expect(verdict.takes == !verdict.taken.isEmpty, "\(verdict.code), but not for any item")
    if let item = verdict.item {
        expect(content.items.indices.contains(item), "there is no item \(item)")
    }
    if let clause = verdict.clause {
        expect(bundle.manifest.accepts.indices.contains(clause), "there is no clause \(clause)")
    }
}

extension Verdict {
    /// Whether an activity or a transform gets something.
    fileprivate var takes: Bool { isListed || code == .transform }
}
