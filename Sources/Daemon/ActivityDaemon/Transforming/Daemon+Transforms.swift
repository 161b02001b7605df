// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityPerforming
import Systemd

extension Daemon {
    /// Transforms and the inspector: Options, Inspect and Prepare.
    func makeTransforms() -> Feature {
        performer?.onFailure = { [journal] in
            journal.log(.notice, "\($0): \($1)", ["ACTIVITY_ID": $0])
        }
        let handler = TransformHandler(performing)
        var feature = Feature()
        feature.methods = [
            "Options": handler.options, "Inspect": handler.inspect, "Prepare": handler.prepare,
        ]
        return feature
    }
}
