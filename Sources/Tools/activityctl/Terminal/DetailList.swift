// SPDX-License-Identifier: Apache-2.0

import ActivityModel

struct DetailList {
    private var entries: [(name: String, value: String)] = []

    /// Adds an entry, unless the value is nil.
    mutating func add(_ name: String, _ value: String?) {
        if let value { entries.append((name, printable(value))) }
    }

    func lines(_ paint: Paint) -> [String] {
        let width = (entries.map { CellWidth.of($0.name) }.max() ?? 0) + 2
        return entries.map { entry in
            let gap = String(repeating: " ", count: width - CellWidth.of(entry.name))
            return paint(.bold, entry.name) + gap + entry.value
        }
    }

    func print() { Output.lines(lines(Paint())) }
}
