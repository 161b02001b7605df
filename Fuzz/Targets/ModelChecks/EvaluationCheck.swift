// SPDX-License-Identifier: Apache-2.0
//
// A verdict must follow from the rules of matching as a person would apply them: item by item, clause by
// clause, without the evaluation's bit sets of clauses. The names of types come from the same database.

package import ActivityModel
import Harness

/// Checks a bundle's verdict on a content against `SlowMatching`; the type index must not exclude a listed
/// bundle.
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
    /// Whether the activity or transform gets items.
    fileprivate var takes: Bool { isListed || code == .transform }
}
