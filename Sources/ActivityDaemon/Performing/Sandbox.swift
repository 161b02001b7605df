// SPDX-License-Identifier: Apache-2.0
//
// What keeps an activity within what its manifest says: `"network": false`, and `"writes"` with the folders
// that it writes to. Both are enforced by the kernel, as a rule in namespaces that systemd makes for the unit.
//
// A namespace is no better than the sockets that are left in it. By the session's bus systemd starts whatever
// it is asked to, outside; so does this daemon, which registers and performs. So a narrowed activity sees
// neither: systemd's own sockets and this daemon's are hidden from all of them, the bus from all but the
// system's own activities. Those need it (the file manager shows, the desktop's settings change, the phone
// receives by it), and they are believed as the rest of the system is.
//
// Without systemd there is nobody to hide a socket from a program. Then only the system's own activities are
// performed, narrowed by Landlock and seccomp (CLinux/narrowing.c); one of somebody else's is refused.
//
// What this is not: a wall against a hostile program that may write the whole home folder (it can write what
// runs at the next login), or that has an X11 display (it can type). Nor is what may be read narrowed.

import ActivityModel
import Systemd

/// What an activity that narrows itself may touch.
struct Sandbox {
    let network: Bool
    /// The folders that it may write, which exist; nil for everything.
    let writes: [String]?
    /// Sockets through which it could have something done outside.
    let hidden: [String]
    /// Whether it is the system's own.
    let isSystem: Bool

    /// As settings of a unit (systemd.exec(5)). All of them need PrivateUsers= in a user's manager: without it
    /// systemd 252 leaves the rest out and says nothing.
    var properties: [TransientService.Property] {
        var properties: [TransientService.Property] = [
            .flag("PrivateUsers", true), .flag("NoNewPrivileges", true),
        ]
        if !network { properties.append(.flag("PrivateNetwork", true)) }
        if let writes {
            properties += [
                .text("ProtectSystem", "strict"), .text("ProtectHome", "read-only"),
                .list("ReadWritePaths", writes),
            ]
        }
        if !hidden.isEmpty { properties.append(.list("InaccessiblePaths", hidden.map { "-" + $0 })) }
        return properties
    }
}
