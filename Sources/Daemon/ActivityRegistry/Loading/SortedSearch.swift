// SPDX-License-Identifier: Apache-2.0

extension RandomAccessCollection {
    /// The first index at which `precedes` does not hold, in a collection whose beginning it holds for and
    /// whose rest it does not.
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
