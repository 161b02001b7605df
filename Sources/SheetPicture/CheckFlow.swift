// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import TemplateIcon

/// Lays out one bundle's card from top to bottom.
struct CheckFlow {
    static let heading = TextStyle(20, .semibold)
    static let body = TextStyle(13)
    static let rule = TextStyle(12.5, .semibold, isMonospaced: true)
    static let small = TextStyle(11.5)
    private static let left = CheckLayout.margin + CheckLayout.padding
    private static let room = CheckLayout.width - 2 * left

    private let bundle: CheckDrawing.Bundle
    private let findings: [Finding]
    private let text = PangoText(density: 2)
    private let top: Double
    private var y: Double
    private var card: CheckLayout.Bundle

    init(_ bundle: CheckDrawing.Bundle, _ findings: [Finding], top: Double) {
        self.bundle = bundle
        self.findings = findings
        self.top = top
        y = top + CheckLayout.padding
        card = CheckLayout.Bundle(icon: bundle.icon)
    }

    var bottom: Double { card.card.maxY }

    mutating func laidOut() -> CheckLayout.Bundle {
        placeHeading()
        for finding in findings { placeVariant(finding) }
        if findings.contains(where: { $0.bitmap != nil }) { placeSamples() }
        placeTitles()
        for diagnostic in bundle.diagnostics where !isShownWithTitle(diagnostic) {
            let legend = legend(diagnostic, number: nil, x: Self.left, y: y, width: Self.room)
            card.others.append(legend)
            y = (legend.lines.last?.frame.maxY ?? y) + 12
        }
        card.card = Rectangle(
            CheckLayout.margin, top, CheckLayout.width - 2 * CheckLayout.margin,
            y - top + CheckLayout.padding - 12)
        return card
    }

    /// The list has the faults of a title in full too, except what its picture shows by itself.
    private func isShownWithTitle(_ diagnostic: Diagnostic) -> Bool { diagnostic.rule == .titleLong }

    // MARK: Heading

    private mutating func placeHeading() {
        let all = findings.flatMap(\.faults).map(\.diagnostic.severity) + bundle.diagnostics.map(\.severity)
        let errors = all.count { $0 == .error }
        let name = text.cut(bundle.identifier, Self.heading, to: Self.room - 240)
        let box = Rectangle(Self.left, y, Self.room, Self.heading.lineHeight)
        card.heading.append(.leading(name, Self.heading, .title, in: box, text))
        let style = TextStyle(14, .semibold)
        let verdict = Self.verdict(errors: errors, warnings: all.count - errors)
        let role: TextLine.Role = errors > 0 ? .error : all.isEmpty ? .good : .warning
        let width = text.width(verdict, style)
        let frame = Rectangle(Self.left + Self.room - width, box.middleY - style.lineHeight / 2, width, 0)
        card.heading.append(.leading(verdict, style, role, in: frame, text))
        y = box.maxY + 16
    }

    private static func verdict(errors: Int, warnings: Int) -> String {
        func count(_ number: Int, _ noun: String) -> String? {
            number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
        }
        let parts = [count(errors, "error"), count(warnings, "warning")].compactMap(\.self)
        return parts.isEmpty ? "no faults" : parts.joined(separator: ", ")
    }

    // MARK: Icons

    private mutating func placeVariant(_ finding: Finding) {
        let caption = TextLine.leading(
            Self.caption(finding), Self.small, .secondary, in: Rectangle(Self.left, y, Self.room, 0), text)
        y = caption.frame.maxY + 6
        let side = CheckLayout.panelSide
        let panels =
            finding.bitmap == nil
            ? [] : [0, 1].map { Rectangle(Self.left + Double($0) * (side + 16), y, side, side) }
        let x = panels.isEmpty ? Self.left : CheckLayout.legendX
        var legendY = y
        var legends: [CheckLayout.Legend] = []
        for (index, fault) in finding.faults.enumerated() {
            let legend = legend(
                fault.diagnostic, number: index, x: x, y: legendY, width: Self.left + Self.room - x)
            legends.append(legend)
            legendY = (legend.lines.last?.frame.maxY ?? legendY) + 12
        }
        let guides = panels.isEmpty ? [] : guides(finding, x: x, y: legendY)
        legendY = guides.last?.lines.last?.frame.maxY ?? legendY
        card.variants.append(
            CheckLayout.Variant(
                finding: finding, caption: caption, panels: panels, legends: legends + guides))
        y = max(panels.first?.maxY ?? y, legendY) + 18
    }

    private static func caption(_ finding: Finding) -> String {
        guard let bitmap = finding.bitmap else { return finding.name }
        return "\(finding.name) · \(bitmap.width) × \(bitmap.height) pixels · for \(finding.scale.suffix)"
    }

    /// What the thin lines in the picture are.
    private func guides(_ finding: Finding, x: Double, y: Double) -> [CheckLayout.Legend] {
        guard let box = finding.box, let side = finding.alpha?.side else { return [] }
        let right = box.centre.x - Double(side) / 2
        let down = box.centre.y - Double(side) / 2
        let distance =
            right == 0 && down == 0
            ? "there too"
            : "\(Self.offset(right, "right", "left")) and \(Self.offset(down, "down", "up")) of it"
        let sentence = """
            Thin lines: the canvas’s middle, and how far the picture’s own may be from it. The picture is \(box.x.count) \
            × \(box.y.count) pixels, and its middle lies \(distance).
            """
        let width = Self.left + Self.room - x
        var y = y
        let lines = text.lines(sentence, Self.small, width: width).map { line in
            let placed = TextLine.leading(
                line, Self.small, .secondary, in: Rectangle(x, y, width, 0), text)
            y = placed.frame.maxY
            return placed
        }
        return [CheckLayout.Legend(number: nil, badge: Rectangle(x, y, 0, 0), lines: lines)]
    }

    private static func offset(_ distance: Double, _ one: String, _ other: String) -> String {
        let tenths = (abs(distance) * 10).rounded() / 10
        let number = tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
        return distance == 0 ? "0 \(one)" : "\(number) \(distance > 0 ? one : other)"
    }

    private func legend(
        _ diagnostic: Diagnostic, number: Int?, x: Double, y: Double, width: Double
    ) -> CheckLayout.Legend {
        let indent = 26.0
        let role: TextLine.Role = diagnostic.severity == .error ? .error : .warning
        let head = "\(diagnostic.severity.rawValue)[\(diagnostic.rule.rawValue)]"
        let room = width - indent
        var lines = [
            TextLine.leading(head, Self.rule, role, in: Rectangle(x + indent, y, room, 0), text)
        ]
        var next = lines[0].frame.maxY + 2
        for line in text.lines(diagnostic.message, Self.body, width: room) {
            let box = Rectangle(x + indent, next, room, 0)
            lines.append(.leading(text.cut(line, Self.body, to: room), Self.body, .title, in: box, text))
            next += Self.body.lineHeight
        }
        return CheckLayout.Legend(number: number, badge: Rectangle(x, y - 1, 18, 18), lines: lines)
    }

    /// Real sizes in the tints of both themes and in one of an app's own.
    private mutating func placeSamples() {
        let grounds: [(Int, String)] = [
            (0xFFFFFF, SheetTheme.light.iconTint), (0x26282F, SheetTheme.dark.iconTint),
            (0xF4F5F9, "#0b57d0"),
        ]
        let width = (2 * CheckLayout.panelSide + 16 - 24) / 3
        for (index, (ground, tint)) in grounds.enumerated() {
            let frame = Rectangle(Self.left + Double(index) * (width + 12), y, width, 60)
            var x = frame.x + 22
            let icons = [35.0, 24, 16].map { side in
                defer { x += side + 22 }
                return Rectangle(x, frame.middleY - side / 2, side, side)
            }
            card.samples.append(
                CheckLayout.Sample(
                    frame: frame, ground: Colour(ground), tint: Tint(tint) ?? .black, icons: icons))
        }
        card.samplesCaption = .leading(
            "The finished icon at 35, 24 and 16 points", Self.small, .secondary,
            in: Rectangle(CheckLayout.legendX, y + 30 - Self.small.lineHeight / 2, 0, 0), text)
        y += 60 + 20
    }

    // MARK: Titles

    private mutating func placeTitles() {
        let metrics = SheetMetrics(textSize: 1)
        let columns = 7
        let pitch = Self.room / Double(columns)
        for start in stride(from: 0, to: bundle.titles.count, by: columns) {
            let row = bundle.titles[start..<min(start + columns, bundle.titles.count)].enumerated().map {
                title($1, Rectangle(Self.left + Double($0) * pitch, y, pitch, 0), metrics)
            }
            card.titles += row
            y = (row.map(\.frame.maxY).max() ?? y) + 14
        }
    }

    private func title(
        _ title: CheckDrawing.Title, _ frame: Rectangle, _ metrics: SheetMetrics
    ) -> CheckLayout.Title {
        let tag = LocaleTag(title.locale)
        let own = PangoText(
            density: 2, language: tag?.description ?? "", isMirrored: tag?.isRightToLeft ?? false)
        let fit = TitleFit.fit(title.title, width: metrics.titleWidth) { own.width($0, metrics.title) }
        let style = metrics.title.scaled(fit.scale)
        let tile = Rectangle(frame.middleX - 30, frame.y, SheetMetrics.tile, SheetMetrics.tile)
        var y = tile.maxY + 6
        let lines = fit.text.split(separator: "\n").map { line in
            defer { y += style.lineHeight }
            return TextLine.centred(
                String(line), style, .title, in: Rectangle(frame.x, y, frame.width, 0), own)
        }
        y = tile.maxY + 6 + 2 * metrics.title.lineHeight + 2
        let notes = notes(title, fit).map { words, role in
            defer { y += Self.small.lineHeight }
            return TextLine.centred(
                text.cut(words, Self.small, to: frame.width - 4), Self.small, role,
                in: Rectangle(frame.x, y, frame.width, 0), text)
        }
        return CheckLayout.Title(
            title: title, fit: fit, frame: Rectangle(frame.x, frame.y, frame.width, y - frame.y), tile: tile,
            lines: lines, notes: notes)
    }

    private func notes(_ title: CheckDrawing.Title, _ fit: TitleFit) -> [(String, TextLine.Role)] {
        let percent = Int((fit.scale * 100).rounded(.down))
        let state: (String, TextLine.Role) =
            fit.truncated
            ? ("cut", .error) : fit.scale < 1 ? ("shrunk to \(percent) %", .warning) : ("whole", .good)
        return [(title.locale.isEmpty ? "title" : title.locale, .secondary), state]
            + title.rules.map { ($0.rawValue, $0.severity == .error ? .error : .warning) }
    }
}
