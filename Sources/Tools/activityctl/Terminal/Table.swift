// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Rows for people: columns as wide as their widest cell, counted in cells of the terminal, so that Chinese
/// titles and emoji stay aligned too.
package struct Table {
    private static let gap = 2

    package let columns: [String]
    private var rows: [[String]] = []

    package init(_ columns: [String]) {
        self.columns = columns
    }

    package var isEmpty: Bool { rows.isEmpty }

    /// One cell a column, as they came from outside: the table makes them printable.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map(printable))
    }

    /// An empty line between groups.
    package mutating func divide() {
        if rows.last?.isEmpty == false { rows.append([]) }
    }

    /// The head and the rows, without blanks at their ends.
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
    /// Prints it, the head in bold.
    func print() {
        let lines = lines
        Output.lines(lines.prefix(1).map { Paint()(.bold, $0) } + lines.dropFirst())
    }
}
