// SPDX-License-Identifier: Apache-2.0

/// The box for a title, and the search for the best layout; TitleFit states the rules.
struct TitleBox {
    let width: Double
    let measure: (Substring) -> Double

    func fit(_ title: String) -> TitleFit {
        let text = trimmed(title[...])
        if measure(text) <= width { return TitleFit(text: String(text)) }
        let breaks = LineBreak.all(in: text)
        let ordinary = breaks.filter { $0.kind != .emergency }
        if let whole = whole(text, ordinary) { return whole }
        return (ordinary == breaks ? nil : whole(text, breaks)) ?? cut(text, breaks)
    }

    /// The title on one or two lines, at the largest scale; nil if that is below the minimum.
    private func whole(_ text: Substring, _ breaks: [LineBreak]) -> TitleFit? {
        var best = Layout(lines: [text], longest: measure(text))
        for lineBreak in breaks {
            let (first, second) = (text[..<lineBreak.end], text[lineBreak.start...])
            let layout = Layout(
                lines: [first, second], longest: max(measure(first), measure(second)), kind: lineBreak.kind)
            if rank(layout) < rank(best) { best = layout }
        }
        guard best.longest * TitleFit.smallestScale <= width else { return nil }
        return TitleFit(text: best.lines.joined(separator: "\n"), scale: min(1, width / best.longest))
    }

    private struct Layout {
        var lines: [Substring]
        var longest: Double
        var kind = LineBreak.BreakKind.word
    }

    /// Layouts compare by overflow, then by the kind of their breaks, then by the longest line.
    private func rank(_ layout: Layout) -> (Double, LineBreak.BreakKind, Double) {
        (max(layout.longest, width), layout.kind, layout.longest)
    }

    private func cut(_ text: Substring, _ breaks: [LineBreak]) -> TitleFit {
        let lineBreak = breaks.last { fits(text[..<$0.end]) }
        let rest = lineBreak.map { text[$0.start...] } ?? text
        let last = shortened(rest)
        let lines = (lineBreak.map { [text[..<$0.end]] } ?? []) + [last]
        return TitleFit(
            text: lines.filter { !$0.isEmpty }.joined(separator: "\n"),
            scale: TitleFit.smallestScale, truncated: last != rest)
    }

    private func fits(_ line: Substring) -> Bool {
        measure(line) * TitleFit.smallestScale <= width
    }

    /// The longest prefix of a line that fits before "…"; empty if not even "…" fits.
    private func shortened(_ line: Substring) -> Substring {
        if fits(line) { return line }
        var (fitting, tooMany) = (-1, line.count)
        while tooMany - fitting > 1 {
            let count = (fitting + tooMany) / 2
            if fits(ellipsized(line, count)) { fitting = count } else { tooMany = count }
        }
        return fitting < 0 ? "" : ellipsized(line, fitting)
    }

    private func ellipsized(_ line: Substring, _ count: Int) -> Substring {
        var kept = trimmed(line.prefix(count))
        // A character that attaches to its successor, such as the Arabic number signs, would attach to "…".
        while !kept.isEmpty, (kept + "…").last != "…" { kept = trimmed(kept.dropLast()) }
        return kept + "…"
    }

    private func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: LineBreak.isBlank)
        while let last = text.last, LineBreak.isBlank(last) { text.removeLast() }
        return text
    }
}
