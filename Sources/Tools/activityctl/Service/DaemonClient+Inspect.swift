// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel

extension DaemonClient {
    /// Requests the facts in some content.
    func inspect(_ ask: Sheet.OptionsRequest) throws -> Sheet.Inspection {
        let request = Sheet.InspectRequest(
            content: ask.content, caption: ask.caption, subject: ask.subject, locale: ask.locale)
        return try Sheet.Inspection(
            Sheet.InspectReply(call(Interfaces.sheet + ".Inspect", request.object)))
    }
}
