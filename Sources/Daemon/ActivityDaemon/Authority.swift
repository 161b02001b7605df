// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import Varlink

/// Who may change what, decided by the peer's credentials as they were when it connected.
///
/// In the system scope root and the daemon's own user; only root registers programs, since they run as the person
/// who performs the activity. In the user scope the person, and root.
struct Authority: Sendable {
    let scope: Scope
    /// The daemon's own.
    let uid: UInt32

    func mayChange(_ peer: Peer) -> Bool {
        peer.uid == 0 || peer.uid == uid
    }

    func mayInstallPrograms(_ peer: Peer) -> Bool {
        scope == .user ? mayChange(peer) : peer.uid == 0
    }

    /// An activity runs as the daemon's user; a daemon that performs nothing says so to every client.
    func mayPerform(_ peer: Peer) -> Bool {
        scope == .system || mayChange(peer)
    }

    /// - Throws: NotPermitted, with what would help.
    func requireChange(_ peer: Peer) throws(VarlinkError) {
        guard !mayChange(peer) else { return }
        switch scope {
        case .system:
            throw WireError.notPermitted(
                "Only root changes what everybody sees. Ask as root, or in your own scope with --user.")
        case .user: throw WireError.notPermitted("This is another person's registry. Ask your own.")
        }
    }
}
