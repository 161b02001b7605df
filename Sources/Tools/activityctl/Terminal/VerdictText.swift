// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection

/// A verdict for a plug-in's author.
struct VerdictText {
    private let head: String
    private let path: String?
    private let message: String
    private let isListed: Bool
    private let targets: String?

    /// - Parameter targets: labels of the activity's targets, as far as they are known.
    init(_ verdict: Registry.Verdict, _ selection: Selection, showsPath: Bool, targets: [String] = []) {
        self.targets =
            targets.isEmpty ? nil : "One press away: " + targets.map(printable).joined(separator: ", ") + "."
        isListed = verdict.listed
        head = printable(verdict.identifier)
        path = showsPath ? verdict.path.map(printable) : nil
        let item = verdict.item.flatMap { item in selection.name(item).map { " (item \(item): \($0))" } }
        message = printable(verdict.message) + (item ?? "")
        code = verdict.code.rawValue
    }

    private let code: String

    func print() {
        let paint = Paint()
        Output.line()
        Output.line(paint(.bold, head) + "  " + paint(isListed ? .blue : .yellow, code))
        if let path { Output.line("    " + path) }
        Output.lines(wrapped(message, width: Paint.lineWidth, indent: 4))
        if let targets { Output.lines(wrapped(targets, width: Paint.lineWidth, indent: 4)) }
    }
}
