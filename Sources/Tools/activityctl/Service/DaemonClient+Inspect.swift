// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel

extension DaemonClient {
    func inspect(_ content: [Item], locale: String?) throws -> Sheet.Inspection {
        let request = Sheet.InspectRequest(content: content, locale: locale)
        return try Sheet.Inspection(
            Sheet.InspectReply(call(Interfaces.sheet + ".Inspect", request.object)))
    }
}
