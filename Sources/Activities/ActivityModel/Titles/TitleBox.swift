// SPDX-License-Identifier: Apache-2.0

/// The box that a title is fitted into, and the search for the way to do it; the rules stand in TitleFit.
struct TitleBox {
    let width: Double
    let lines: Int
    let measure: (Substring) -> Double

    func fit(_ title: String) -> TitleFit {
        let text = trimmed(title[...])
        if measure(text) <= width { return TitleFit(text: String(text)) }
        let breaks = LineBreak.all(in: text)
        let ordinary = breaks.filter { $0.kind != .emergency }
        if let whole = whole(text, ordinary) { return whole }
        return (ordinary == breaks ? nil : whole(text, breaks)) ?? cut(text, breaks)
    }

    /// The title on as many lines as there are, at the largest scale; nil if that is below the smallest.
    private func whole(_ text: Substring, _ breaks: [LineBreak]) -> TitleFit? {
        let layout = best(text, breaks[...], lines)
        guard layout.longest * TitleFit.smallestScale <= width else { return nil }
        return TitleFit(text: layout.lines.joined(separator: "\n"), scale: min(1, width / layout.longest))
    }

    private struct Layout {
        var lines: [Substring]
        var longest: Double
        var kind = LineBreak.Kind.word
    }

    private func best(_ text: Substring, _ breaks: ArraySlice<LineBreak>, _ lines: Int) -> Layout {
        var best = Layout(lines: [text], longest: measure(text))
        guard lines > 1 else { return best }
        for index in breaks.indices {
            let candidate = layout(text, breaks[index...], lines)
            if isBetter(candidate, than: best) { best = candidate }
        }
        return best
    }

    /// The best layout whose first line ends at the first of some breaks.
    private func layout(_ text: Substring, _ breaks: ArraySlice<LineBreak>, _ lines: Int) -> Layout {
        guard let first = breaks.first else { return Layout(lines: [text], longest: measure(text)) }
        let line = text[..<first.end]
        let rest = best(text[first.start...], breaks.dropFirst(), lines - 1)
        return Layout(
            lines: [line] + rest.lines, longest: max(measure(line), rest.longest),
            kind: max(first.kind, rest.kind))
    }

    /// Compares layouts by overflow, then by the kind of their breaks, then by the longest line.
    private func isBetter(_ layout: Layout, than other: Layout) -> Bool {
        let (excess, otherExcess) = (max(layout.longest, width), max(other.longest, width))
        if excess != otherExcess { return excess < otherExcess }
        return (layout.kind, layout.longest) < (other.kind, other.longest)
    }

    private func cut(_ text: Substring, _ breaks: [LineBreak]) -> TitleFit {
        var shown: [Substring] = []
        var rest = text
        while shown.count + 1 < lines, let lineBreak = breaks.last(where: { fits(rest, upTo: $0) }) {
            shown.append(rest[..<lineBreak.end])
            rest = text[lineBreak.start...]
        }
        let last = shortened(rest)
        return TitleFit(
            text: (shown + [last].filter { !$0.isEmpty }).joined(separator: "\n"),
            scale: TitleFit.smallestScale, truncated: last != rest)
    }

    private func fits(_ rest: Substring, upTo lineBreak: LineBreak) -> Bool {
        lineBreak.end > rest.startIndex && fits(rest[..<lineBreak.end])
    }

    private func fits(_ line: Substring) -> Bool {
        measure(line) * TitleFit.smallestScale <= width
    }

    /// As much of a line as fits before "…"; nothing if not even that does.
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
        // A sign that belongs to what follows it, as the Arabic number signs, would take the "…" for that.
        while !kept.isEmpty, (kept + "…").last != "…" { kept = trimmed(kept.dropLast()) }
        return kept + "…"
    }

    private func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: LineBreak.isBlank)
        while let last = text.last, LineBreak.isBlank(last) { text.removeLast() }
        return text
    }
}
