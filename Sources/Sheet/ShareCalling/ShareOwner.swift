// SPDX-License-Identifier: Apache-2.0

package import SessionBus

/// The program that owns the service's name.
package enum ShareOwner {
    /// Has the bus start the service where it does not run.
    ///
    /// - Parameter then: called with the owner's unique name; with nil where no service can be had.
    package static func find(on connection: BusConnection, then: @escaping (String?) -> Void) {
        ask(connection) { owner in
            guard owner == nil else { then(owner); return }
            start(on: connection, then: then)
        }
    }

    /// Where the bus has no file for a name, StartServiceByName fails even if the name is owned: hence the
    /// question before.
    private static func start(on connection: BusConnection, then: @escaping (String?) -> Void) {
        let arguments = Variant.tuple(Variant.text(ShareInterface.name), Variant.unsigned(0))
        connection.call("StartServiceByName", of: .bus, arguments, type: "(u)") { _ in
            ask(connection, then: then)
        }
    }

    private static func ask(_ connection: BusConnection, then: @escaping (String?) -> Void) {
        let name = Variant.tuple(Variant.text(ShareInterface.name))
        connection.call("GetNameOwner", of: .bus, name, type: "(s)") { then($0?[0]?.string) }
    }
}
