// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Systemd

/// What an activity that narrows itself may touch, as settings of its unit (systemd.exec(5)).
///
/// All of it needs PrivateUsers= in a user's manager: without it systemd 252 leaves the rest out and says nothing.
struct Sandbox {
    let properties: [TransientService.Property]

    /// - Parameters:
    ///   - folders: those that it may write, which exist.
    ///   - hidden: sockets through which it could have something done outside.
    init(network: Bool, writes: [String]?, hidden: [String]) {
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
        self.properties = properties
    }
}
