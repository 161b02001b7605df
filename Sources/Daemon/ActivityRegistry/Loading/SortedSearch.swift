// SPDX-License-Identifier: Apache-2.0

extension RandomAccessCollection {
    /// Returns the first index for which `precedes` is false, by binary search. `precedes` must be true for a
    /// prefix of the collection, and false for the rest.
    @inlinable package func end(where precedes: (Element) -> Bool) -> Index {
        var (first, count) = (startIndex, count)
        while count > 0 {
            let middle = index(first, offsetBy: count / 2)
            if precedes(self[middle]) {
                count -= count / 2 + 1
                first = index(after: middle)
            } else {
                count /= 2
            }
        }
        return first
    }
}
