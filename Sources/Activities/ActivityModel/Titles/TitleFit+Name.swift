// SPDX-License-Identifier: Apache-2.0

extension TitleFit {
    /// Fits a person's or a thing's name into a box of two lines, at its full size. Names of one kind differ at their ends
    /// (ada@example.org), so one that is too long is broken anywhere, and loses its middle.
    ///
    /// - Parameters: as of `fit`.
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
            // A single letter in the second line says less than an address's part.
            let part = text[..<head].indices.dropFirst().last { ".@-_".contains(text[$0]) }
            let end = part.flatMap { measure(text[$0...]) <= room ? $0 : nil } ?? head
            return TitleFit(text: text[..<end] + "\n" + text[end...])
        }
        var tail = text.endIndex
        for start in rest.indices.reversed() {
            guard measure("…" + rest[start...]) <= room else { break }
            tail = start
        }
        // At a blank, unless that leaves half of the line empty.
        let blank = text[...head].lastIndex(of: " ").map { text[..<$0] }
        let line = blank.flatMap { measure($0) * 2 >= room ? $0 : nil } ?? text[..<head]
        return TitleFit(text: line + "\n…" + rest[tail...], truncated: true)
    }
}
