// SPDX-License-Identifier: Apache-2.0
//
// A home may be shared with another machine, over the network, or with a container. A session that is
// invisible here may still run there; so each owner link names its session, and a daemon judges only those of
// its own machine and, during one boot, of its own PID namespace. The link is never followed: its text is the
// machine's ID, the boot's, the PID namespace, and the folder in memory.

import Glibc

package struct StoreOwner: Equatable {
    package struct Session: Equatable, Sendable {
        /// Empty if the machine has no ID, as in some containers (machine-id(5)).
        let machine: String
        let boot: String
        /// The PID namespace; each container has its own.
        let processes: String

        package init(machine: String, boot: String, processes: String) {
            (self.machine, self.boot, self.processes) = (machine, boot, processes)
        }

        package static var present: Session {
            Session(
                machine: identifier("/etc/machine-id"), boot: identifier("/proc/sys/kernel/random/boot_id"),
                processes: LinkText.of("/proc/self/ns/pid") ?? "")
        }

        /// The file's 32 digits without hyphens; empty for anything else.
        private static func identifier(_ file: String) -> String {
            let bytes = try? AtomicFile.read(file, limit: 64, followingLinks: true)
            let digits = String(decoding: bytes ?? [], as: UTF8.self).filter(\.isHexDigit)
            return digits.count == 32 ? digits : ""
        }
    }

    let session: Session
    let path: String

    package var text: String {
        [session.machine, session.boot, session.processes, path].joined(separator: " ")
    }

    /// - Parameter path: a folder that is removed with the session.
    package init(session: Session, path: String) {
        (self.session, self.path) = (session, path)
    }

    /// Parses the text of an owner link; nil if it is malformed.
    ///
    /// - Parameter folder: descriptor of the folder for relative paths.
    package init?(at link: String, in folder: CInt = AT_FDCWD) {
        let text = LinkText.of(link, in: folder)
        let parts = text?.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard let parts, parts.count == 4 else { return nil }
        session = Session(machine: String(parts[0]), boot: String(parts[1]), processes: String(parts[2]))
        path = String(parts[3])
    }

    /// Whether the session has ended, as far as `here` can tell.
    package func hasEnded(at here: Session) -> Bool {
        guard session.machine == here.machine else { return false }
        guard session.boot == here.boot else { return !here.machine.isEmpty }
        return session.processes == here.processes && access(path, F_OK) != 0
            && (errno == ENOENT || errno == ENOTDIR)
    }
}
