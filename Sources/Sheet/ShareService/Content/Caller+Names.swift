// SPDX-License-Identifier: Apache-2.0

import CGIO
import SessionBus

extension Caller {
    /// The D-Bus-activatable application whose name the connection owns; nil if there is none. Needed for
    /// programs that the bus starts in its own unit, which does not name the application. Waits for the bus
    /// and the disk.
    static func application(
        of sender: String, _ connection: BusConnection, _ entries: DesktopEntries = .ofHost
    ) -> String? {
        let names = connection.wait(for: "ListNames", of: .bus, nil, type: "(as)")?.reply[0]?.strings ?? []
        return names.first { name in
            guard !name.hasPrefix(":"), entries.startsByBus(name) else { return false }
            let asked = Variant.tuple(g_variant_new_string(name))
            let reply = connection.wait(for: "GetNameOwner", of: .bus, asked, type: "(s)")?.reply
            return reply?[0]?.string == sender
        }
    }
}
