// SPDX-License-Identifier: Apache-2.0

/// Elements that are sorted in runs as they come and merged as they are taken, so that no step of it takes long.
struct SortedRuns<Element> {
    private let length: Int
    private let precedes: (Element, Element) -> Bool
    private var unsorted: [Element] = []
    /// None of them is empty.
    private var runs: [ArraySlice<Element>] = []

    /// - Parameter length: elements of a run.
    init(of length: Int, by precedes: @escaping (Element, Element) -> Bool) {
        (self.length, self.precedes) = (length, precedes)
    }

    mutating func append(_ element: Element) {
        unsorted.append(element)
        if unsorted.count == length { sort() }
    }

    /// Sorts what has come since the last whole run.
    private mutating func sort() {
        guard !unsorted.isEmpty else { return }
        runs.append(unsorted.sorted(by: precedes)[...])
        unsorted = []
    }

    /// Takes the first element in order; nil if none is left.
    mutating func popFirst() -> Element? {
        sort()
        let run = runs.indices.min { precedes(runs[$0][runs[$0].startIndex], runs[$1][runs[$1].startIndex]) }
        guard let run, let first = runs[run].popFirst() else { return nil }
        if runs[run].isEmpty { runs.remove(at: run) }
        return first
    }
}
