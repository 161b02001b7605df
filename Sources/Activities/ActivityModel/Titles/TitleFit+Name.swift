// SPDX-License-Identifier: Apache-2.0

extension TitleFit {
    /// Fits the name of a person or thing into a box of two lines at full size. Similar names often differ
    /// only at their ends (ada@example.org), so a long name may break anywhere and is shortened in the
    /// middle.
    ///
    /// - Parameters: as for `fit`.
    package static func name(
        _ name: String, width: Double, measure: (Substring) -> Double
    ) -> TitleFit {
        let whole = fit(name, width: width, measure: measure)
        guard whole.truncated || whole.scale < 1 else { return whole }
        let (text, room) = (flat(name), width)
        var head = text.startIndex
        for end in text.indices.dropFirst() {
            guard measure(text[..<end]) <= room else { break }
            head = end
        }
        let rest = text[head...]
        if measure(rest) <= room {
            // Break before a part of an address if possible: a single letter on the second line says less.
            let part = text[..<head].indices.dropFirst().last { ".@-_".contains(text[$0]) }
            let end = part.flatMap { measure(text[$0...]) <= room ? $0 : nil } ?? head
            return TitleFit(text: text[..<end] + "\n" + text[end...])
        }
        var tail = text.endIndex
        for start in rest.indices.reversed() {
            guard measure("…" + rest[start...]) <= room else { break }
            tail = start
        }
        // Cut at a blank, unless that leaves half of the line empty.
        let blank = text[...head].lastIndex(of: " ").map { text[..<$0] }
        let line = blank.flatMap { measure($0) * 2 >= room ? $0 : nil } ?? text[..<head]
        return TitleFit(text: line + "\n…" + rest[tail...], truncated: true)
    }
}
