// SPDX-License-Identifier: Apache-2.0
//
// A home may be shared with another machine, over the network, or with a container. A session that is
// invisible here may still run there; so each owner link names its session, and a daemon judges only those of
// its own machine and, during one boot, of its own PID namespace. The link is never followed: its text is the
// machine's ID, the boot's, the PID namespace, and the folder in memory.
//
// Links of older versions have only the folder. A missing folder may be another machine's, so their stores
// stay.

import Glibc
import Host
import Systemd

struct StoreOwner: Equatable {
    struct Session: Equatable, Sendable {
        /// Empty if the machine has no ID, as in some containers (machine-id(5)).
        var machine: String
        var boot: String
        /// The PID namespace; each container has its own.
        var processes: String

        static var present: Session {
            Session(
                machine: MachineID.machine ?? "", boot: MachineID.boot ?? "",
                processes: LinkText.of("/proc/self/ns/pid") ?? "")
        }
    }

    let session: Session
    let path: String

    var text: String { [session.machine, session.boot, session.processes, path].joined(separator: " ") }

    init(session: Session, path: String) {
        (self.session, self.path) = (session, path)
    }

    /// Parses the text of an owner link; nil if it is malformed.
    init?(at link: String) {
        let text = LinkText.of(link)
        let parts = text?.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard let parts, parts.count == 4 else { return nil }
        session = Session(machine: String(parts[0]), boot: String(parts[1]), processes: String(parts[2]))
        path = String(parts[3])
    }

    /// Whether the session has ended, as far as `here` can tell.
    func hasEnded(at here: Session) -> Bool {
        guard session.machine == here.machine else { return false }
        guard session.boot == here.boot else { return !here.machine.isEmpty }
        return session.processes == here.processes && access(path, F_OK) != 0
    }
}
