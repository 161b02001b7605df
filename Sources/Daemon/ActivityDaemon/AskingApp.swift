// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd
import Varlink

/// State of an app while it is connected.
final class AskingApp {
    /// The id by its systemd unit's name, read once; nil outside of one.
    let application: String?
    /// Its systemd unit; nil outside of one.
    let unit: String?
    /// The identifiers of the activities of its own that its last sheet included: it draws and performs them
    /// itself.
    var included: Set<String> = []

    init(_ peer: Peer) {
        unit = PeerUnit.name(of: peer.pid)
        application = unit.flatMap(SystemdUnitName.application(inUnit:))
    }

    /// The name under which an app in a sandbox is counted; all without a unit are counted together.
    static func name(of peer: Peer) -> String {
        let app = AskingApp(peer)
        return app.application ?? app.unit ?? ""
    }
}

extension Connection {
    var app: AskingApp? { context as? AskingApp }
}
