// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel

/// Activities that are hidden because a program is missing, with advice.
enum HiddenActivities {
    static func print(_ verdicts: [Registry.Verdict]) {
        let verdicts = verdicts.filter { $0.code == .programMissing }
        guard !verdicts.isEmpty else { return }
        Output.lines(["", "Hidden, whatever is selected, because something is missing:"])
        for verdict in verdicts {
            Output.line("  " + printable(verdict.identifier))
            Output.lines(wrapped(printable(verdict.message), width: Paint.lineWidth, indent: 4))
        }
    }
}
