// SPDX-License-Identifier: Apache-2.0

extension Sequence<String> {
    /// The first name within two edits of `name`; nil if there is none.
    package func near(_ name: String) -> String? { first { $0.isWithinTwoEdits(of: name) } }

    /// Advice on an unknown name: the name that was probably meant, else all known names.
    package func advice(on name: String) -> String {
        near(name).map { "Was \"\($0)\" meant?" } ?? "Known here: \(sorted().joined(separator: ", "))."
    }
}

extension String {
    /// Whether the Levenshtein distance, ignoring case, is at most two, and less than either length. False
    /// for texts longer than 64 bytes.
    fileprivate func isWithinTwoEdits(of other: String) -> Bool {
        let one = Array(utf8.map { $0 | 0x20 })
        let two = Array(other.utf8.map { $0 | 0x20 })
        guard abs(one.count - two.count) <= 2, !one.isEmpty, !two.isEmpty, two.count <= 64 else {
            return false
        }
        var row = Array(0...two.count)
        for (i, a) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in two.enumerated() {
                let above = row[j + 1]
                row[j + 1] = a == b ? diagonal : 1 + Swift.min(diagonal, above, row[j])
                diagonal = above
            }
        }
        return row[two.count] <= 2 && row[two.count] < Swift.min(one.count, two.count)
    }
}
