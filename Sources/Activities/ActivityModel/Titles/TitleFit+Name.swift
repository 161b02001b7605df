// SPDX-License-Identifier: Apache-2.0

extension TitleFit {
    /// Fits a person's or a thing's name into a box of two lines. Names of one kind differ at their ends (ada@example.org), so one that
    /// is too long is broken anywhere, and loses its middle.
    ///
    /// - Parameters: as of `fit`.
    package static func name(
        _ name: String, width: Double, measure: (Substring) -> Double
    ) -> TitleFit {
        let whole = fit(name, width: width, measure: measure)
        guard whole.truncated else { return whole }
        let (text, room) = (flat(name), width / smallestScale)
        var head = text.startIndex
        for end in text.indices.dropFirst() {
            guard measure(text[..<end]) <= room else { break }
            head = end
        }
        let rest = text[head...]
        if measure(rest) <= room { return TitleFit(text: text[..<head] + "\n" + rest, scale: smallestScale) }
        var tail = text.endIndex
        for start in rest.indices.reversed() {
            guard measure("…" + rest[start...]) <= room else { break }
            tail = start
        }
        return TitleFit(text: text[..<head] + "\n…" + rest[tail...], scale: smallestScale, truncated: true)
    }
}
