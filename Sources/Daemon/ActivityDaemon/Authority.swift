// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import Varlink

/// Permissions by the peer's credentials at the time of its connection.
///
/// In the system scope root and the daemon's own user may make changes; only root registers programs, since
/// they run as the person who performs the activity. In the user scope the person and root may do both.
struct Authority: Sendable {
    let scope: Scope
    /// User id of the daemon.
    let uid: UInt32

    func mayChange(_ peer: Peer) -> Bool {
        peer.uid == 0 || peer.uid == uid
    }

    func mayInstallPrograms(_ peer: Peer) -> Bool {
        scope == .user ? mayChange(peer) : peer.uid == 0
    }

    /// An activity runs as the daemon's user. In the system scope every client may ask, and learns that the
    /// daemon performs nothing.
    func mayPerform(_ peer: Peer) -> Bool {
        scope == .system || mayChange(peer)
    }

    /// - Throws: NotPermitted, with a remedy.
    func requireChange(_ peer: Peer) throws(CallError) {
        guard !mayChange(peer) else { return }
        switch scope {
        case .system:
            throw .notPermitted(
                reason: "Only root changes what everybody sees. "
                    + "Ask as root, or in your own scope with --user.")
        case .user: throw .notPermitted(reason: "This is another person's registry. Ask your own.")
        }
    }
}
