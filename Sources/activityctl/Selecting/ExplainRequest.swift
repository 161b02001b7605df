// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityInterface
import StrictJSON

/// The parameters of Explain.
struct ExplainRequest {
    var content: [Item]
    var identifier: String?
    var exclude: [String] = []
    var includeOwn = false
    var application: String?

    private var object: JSON.Object {
        .withoutNulls([
            "content": content, "identifier": identifier, "exclude": exclude.isEmpty ? nil : exclude,
            "includeOwn": includeOwn ? true : Bool?.none, "application": application,
        ])
    }

    /// The reply, its portions in one.
    func reply(_ daemon: DaemonClient) throws -> JSON.Object {
        try daemon.collect(Interfaces.registry + ".Explain", object, "verdicts")
    }

    func verdicts(_ daemon: DaemonClient) throws -> [Registry.Verdict] {
        try DaemonClient.list(try reply(daemon), "verdicts")
    }
}
