// SPDX-License-Identifier: Apache-2.0
//
// Detects a small picture that was enlarged by repeating its pixels (nearest neighbour). Two rows that come
// from the same source row are equal in every column; the same holds for columns. Two hypotheses are tested:
//
// - The canvas was enlarged as a whole, by any factor from 1.6: for some smaller side, from 14 pixels on,
//   each row and each column that such an enlargement repeats equals the one before it. (Programs sample
//   differently and so repeat different rows; both usual ways are tried.)
// - A part of the canvas was enlarged by a whole factor from 2, and padded: no two changes of rows or of
//   columns are adjacent.
//
// A bar is the same in all its columns, so a drawing of bars passes both tests. A real enlargement changes at
// many of the possible places: the shares of them, for rows and columns, must both be a fifth or more and
// 0.65 in sum. Among Adwaita's and Papirus's icons five signs remain that are drawn on a coarse grid; they
// have no slanted or round edges, so Picture+Edges.swift lets them pass.

extension AlphaPlane {
    /// The small picture from which this one was enlarged; nil if it was not enlarged.
    var beforeEnlargement: AlphaPlane? {
        let rows = (0..<side).map { y in (0..<side).contains { self[$0, y] != self[$0, y - 1] } }
        let columns = (0..<side).map { x in (0..<side).contains { self[x, $0] != self[x - 1, $0] } }
        return enlargedAsAWhole(rows, columns) ?? enlargedInPart(rows, columns)
    }

    /// Number of distinct values between transparent and opaque.
    var partialDegrees: Int { Set(values.filter { $0 > Self.nothing && $0 < Self.opaque }).count }

    /// Tests the hypothesis that the whole canvas was enlarged.
    ///
    /// - Parameters:
    ///   - rows: whether each row differs from the one before.
    ///   - columns: likewise for columns.
    private func enlargedAsAWhole(_ rows: [Bool], _ columns: [Bool]) -> AlphaPlane? {
        for small in 14...max(14, side * 5 / 8) {
            for half in 0...1 {
                let source = (0..<side).map { (2 * $0 + half) * small / (2 * side) }
                let isRepeated = (0..<side).map { $0 > 0 && source[$0] == source[$0 - 1] }
                if (0..<side).contains(where: { isRepeated[$0] && (rows[$0] || columns[$0]) }) { continue }
                let kept = (0..<side).filter { !isRepeated[$0] }
                // Any larger side that passes would only repeat lines of this one.
                return picked(kept, kept, rows, columns)
            }
        }
        return nil
    }

    private func enlargedInPart(_ rows: [Bool], _ columns: [Bool]) -> AlphaPlane? {
        let gaps = [rows, columns].flatMap { changes -> [Int] in
            let indices = changes.indices.filter { changes[$0] }
            return zip(indices, indices.dropFirst()).map { $1 - $0 }
        }
        guard let factor = gaps.min(), (2...side / 14).contains(factor) else { return nil }
        return picked(kept(rows, factor), kept(columns, factor), rows, columns)
    }

    /// The first line of each group of equal lines, once for every `factor` lines of the group.
    private func kept(_ changes: [Bool], _ factor: Int) -> [Int] {
        let starts = changes.indices.filter { $0 == 0 || changes[$0] }
        return zip(starts, starts.dropFirst() + [side]).flatMap { start, end in
            [Int](repeating: start, count: max(1, (end - start + factor / 2) / factor))
        }
    }

    /// The picture of only these rows and columns; nil if too few of them change.
    private func picked(
        _ keptRows: [Int], _ keptColumns: [Int], _ rows: [Bool], _ columns: [Bool]
    ) -> AlphaPlane? {
        let shares = [share(of: rows, among: keptRows), share(of: columns, among: keptColumns)]
        guard shares.allSatisfy({ $0 >= 0.2 }), shares.reduce(0, +) >= 0.65 else { return nil }
        let small = max(keptRows.count, keptColumns.count)
        var result = AlphaPlane(side: small, values: [UInt8](repeating: 0, count: small * small))
        for (y, row) in keptRows.enumerated() {
            for (x, column) in keptColumns.enumerated() {
                result.values[y * small + x] = UInt8(self[column, row])
            }
        }
        return result
    }

    private func share(of changes: [Bool], among kept: [Int]) -> Double {
        let indices = changes.indices.filter { changes[$0] }
        guard let first = indices.first, let last = indices.last else { return 0 }
        return Double(indices.count) / Double(max(1, kept.count { $0 >= first && $0 <= last }))
    }
}
