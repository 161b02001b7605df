// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd
import Varlink

/// State of an app while it is connected.
final class AskingApp {
    /// The app's id from its systemd unit's name, read once; nil outside of a unit.
    let application: String?
    /// The app's systemd unit; nil outside of one.
    let unit: String?
    /// Identifiers of the app's own activities in its last sheet, which the app draws and performs itself.
    var included: Set<String> = []

    init(_ peer: Peer) {
        unit = PeerUnit.name(of: peer.pid)
        application = unit.flatMap(SystemdUnitName.application(inUnit:))
    }

    /// The name under which an app in a sandbox is counted. Without a unit, programs of one cgroup and one
    /// sandbox are counted together: a program may fork as often as it likes. Programs that have ended, or
    /// hide their namespaces (PR_SET_DUMPABLE), are counted together as well.
    static func name(of peer: Peer) -> String {
        let app = AskingApp(peer)
        return app.application ?? app.unit ?? "\(PeerUnit.cgroup(of: peer.pid) ?? "") \(peer.sandbox)"
    }
}

extension Connection {
    var app: AskingApp? { context as? AskingApp }
}
