// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection

/// Activities that are not on the sheet for want of something, and what would bring them there.
struct HiddenActivities {
    private let request: Registry.ExplainRequest

    init(_ selection: Selection, _ exclude: [String]?, _ includeOwn: Bool) {
        request = Registry.ExplainRequest(
            content: selection.items, exclude: exclude,
            includeOwn: includeOwn ? true : nil)
    }

    func print(_ daemon: DaemonClient) throws {
        let verdicts = try request.verdicts(daemon).filter { $0.code == .programMissing }
        guard !verdicts.isEmpty else { return }
        Output.lines(["", "Hidden, whatever is selected, because something is missing:"])
        for verdict in verdicts {
            Output.line("  " + printable(verdict.identifier))
            Output.lines(wrapped(printable(verdict.message), width: Paint.lineWidth, indent: 4))
        }
    }
}
