// SPDX-License-Identifier: Apache-2.0

/// Sorts elements in runs as they are added and merges the runs as they are removed, so that no single step
/// takes long.
struct SortedRuns<Element> {
    private let length: Int
    private let precedes: (Element, Element) -> Bool
    private var unsorted: [Element] = []
    /// Sorted runs, none of them empty.
    private var runs: [ArraySlice<Element>] = []

    /// - Parameter length: number of elements in a run.
    init(of length: Int, by precedes: @escaping (Element, Element) -> Bool) {
        (self.length, self.precedes) = (length, precedes)
    }

    mutating func append(_ element: Element) {
        unsorted.append(element)
        if unsorted.count == length { sort() }
    }

    /// Sorts the elements added since the last complete run.
    private mutating func sort() {
        guard !unsorted.isEmpty else { return }
        runs.append(unsorted.sorted(by: precedes)[...])
        unsorted = []
    }

    /// Removes and returns the first element in order; nil if none is left.
    mutating func popFirst() -> Element? {
        sort()
        let run = runs.indices.min { precedes(runs[$0][runs[$0].startIndex], runs[$1][runs[$1].startIndex]) }
        guard let run, let first = runs[run].popFirst() else { return nil }
        if runs[run].isEmpty { runs.remove(at: run) }
        return first
    }
}
