// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A script in activity-draw's place. It answers each frame with the output of its `reply`, which reads the
/// frame from `$frame` and its number from `$id`.
package final class ScriptedDraw {
    /// Finds no fault with any icon.
    package static let good = #"printf '{"id":%s,"diagnostics":[]}\0' "$id""#

    package let scratch = Scratch()
    package var path: String { scratch("activity-draw") }

    package init(_ reply: String = good) {
        scratch.write(
            "activity-draw",
            """
            #!/bin/bash
            echo started >> "\(scratch("starts"))"
            while IFS= read -r -d '' frame; do
                id=${frame#*:}; id=${id%%,*}
                \(reply)
            done

            """)
        chmod(path, 0o755)
    }

    package var starts: Int { scratch.text("starts")?.split(separator: "\n").count ?? 0 }
}
