// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import StrictJSON

extension Registry.ExplainRequest {
    func reply(_ daemon: DaemonClient) throws -> JSON.Object {
        try daemon.collect(Interfaces.registry + ".Explain", object, "verdicts")
    }

    func verdicts(_ daemon: DaemonClient) throws -> [Registry.Verdict] {
        try Registry.ExplainReply(reply(daemon)).verdicts
    }
}
