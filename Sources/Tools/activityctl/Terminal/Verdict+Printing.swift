// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection

extension Registry.Verdict {
    /// Prints the verdict for a plug-in's author.
    ///
    /// - Parameter targets: known labels of the activity's targets.
    func print(_ selection: Selection, showsPath: Bool, targets: [String] = []) {
        let paint = Paint()
        Output.line()
        Output.line(
            paint(.bold, printable(identifier)) + "  " + paint(listed ? .blue : .yellow, code.rawValue))
        if showsPath, let path { Output.line("    " + printable(path)) }
        let place = item.flatMap { item in selection.name(item).map { " (item \(item): \($0))" } } ?? ""
        Output.lines(wrapped(printable(message) + place, width: Paint.lineWidth, indent: 4))
        guard !targets.isEmpty else { return }
        let sentence = "One press away: " + targets.map(printable).joined(separator: ", ") + "."
        Output.lines(wrapped(sentence, width: Paint.lineWidth, indent: 4))
    }
}
