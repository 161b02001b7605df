// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A table for people: columns are as wide as their widest cell, measured in terminal cells, so that Chinese
/// titles and emoji are aligned.
package struct Table {
    private static let gap = 2

    package let columns: [String]
    private var rows: [[String]] = []

    package init(_ columns: [String]) {
        self.columns = columns
    }

    package var isEmpty: Bool { rows.isEmpty }

    /// Adds a row, one cell per column. Cells may be untrusted text: the table makes it printable.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map(printable))
    }

    package mutating func divide() {
        if rows.last?.isEmpty == false { rows.append([]) }
    }

    /// The header and the rows, without trailing spaces.
    package var lines: [String] {
        let widths = columns.indices.map { column in
            rows.reduce(CellWidth.of(columns[column])) { max($0, $1.isEmpty ? 0 : CellWidth.of($1[column])) }
        }
        return ([columns] + rows).map { Self.line($0, widths) }
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        var owed = 0
        for (cell, width) in zip(cells, widths) {
            if !cell.isEmpty { line += String(repeating: " ", count: owed) + cell }
            owed = (cell.isEmpty ? owed + width : width - CellWidth.of(cell)) + gap
        }
        return line
    }
}

extension Table {
    func print() {
        let lines = lines
        Output.lines(lines.prefix(1).map { Paint()(.bold, $0) } + lines.dropFirst())
    }
}
