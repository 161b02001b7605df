// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityRegistry
import Systemd

/// What the daemon logs: one line a fault, with fields, and an id for which the catalog has a text. Never the
/// content that somebody shares.
extension Journal {
    enum MessageID {
        static let started = "d645a19c8a984fc08bedb82f4d926764"
        static let bundleRejected = "a8593c9dc1cd41a782abb45e6d603c0b"
        static let bundleWarning = "03f33ed89f60495c8e2ae0b6b21bfd83"
        static let reloaded = "608553f433f64024857bae19e24a8540"
        static let stateProblem = "c6f92750afd140f6a68a5a102d6162ac"
        static let helperFailed = "b4d28653b4d046b0a3c5538b388af481"
    }

    func bundle(_ bundle: Bundle) {
        for diagnostic in bundle.diagnostics {
            let isError = diagnostic.severity == .error
            log(
                isError ? .warning : .info,
                "\(bundle.path): \(diagnostic.rule.rawValue): \(diagnostic.message)",
                id: isError ? MessageID.bundleRejected : MessageID.bundleWarning,
                ["ACTIVITY_ID": bundle.identifier, "BUNDLE": bundle.path, "RULE": diagnostic.rule.rawValue])
        }
    }

    func problem(_ sentence: String) {
        log(.warning, sentence, id: MessageID.stateProblem)
    }
}
