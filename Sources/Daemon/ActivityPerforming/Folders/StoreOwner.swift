// SPDX-License-Identifier: Apache-2.0
//
// A home may be another machine's too, over the network, and a container's. What cannot be found from here may
// still be there for them; so each owner link says where its session is, and a daemon judges what is its own
// machine's. The link is never followed: its text is the machine's id, the boot's, the container and the folder.
//
// Links of versions before this have only the folder. Whether that is gone, or another machine's, cannot be told,
// so they stay.

import Glibc
import Host
import Systemd

/// Whose a store is.
struct StoreOwner: Equatable {
    /// Where a session is.
    struct Session: Equatable, Sendable {
        /// Empty where it has none, as in some containers (machine-id(5)).
        var machine: String
        var boot: String
        /// The namespace of processes, which each container has of its own.
        var processes: String

        static var present: Session {
            Session(
                machine: MachineID.machine ?? "", boot: MachineID.boot ?? "",
                processes: LinkText.of("/proc/self/ns/pid") ?? "")
        }
    }

    let session: Session
    /// The folder in memory.
    let path: String

    var text: String { [session.machine, session.boot, session.processes, path].joined(separator: " ") }

    init(session: Session, path: String) {
        (self.session, self.path) = (session, path)
    }

    /// Parses the text of an owner link; nil if it is none.
    init?(at link: String) {
        let text = LinkText.of(link)
        let parts = text?.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard let parts, parts.count == 4 else { return nil }
        session = Session(machine: String(parts[0]), boot: String(parts[1]), processes: String(parts[2]))
        path = String(parts[3])
    }

    /// Whether the session has ended, as far as that can be told from `here`.
    func hasEnded(at here: Session) -> Bool {
        guard session.machine == here.machine else { return false }
        guard session.boot == here.boot else { return !here.machine.isEmpty }
        return session.processes == here.processes && access(path, F_OK) != 0
    }
}
