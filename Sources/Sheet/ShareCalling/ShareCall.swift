// SPDX-License-Identifier: Apache-2.0

package import Host
package import SessionBus

/// A call of Share, up to the end of its sheet. Releasing the object neither closes the sheet nor calls back;
/// leaving the bus closes it.
package final class ShareCall {
    package enum Ending: Hashable, Sendable {
        /// The sheet has ended, with this code in Response.
        case response(UInt32)
        /// No sheet was opened: the service refused, or did not reply in time.
        case refused(BusError)
        /// The service has left the bus, or this program has no connection.
        case abandoned
    }

    /// Timeout of the call, in milliseconds. The service looks up the files before it replies.
    private static let timeout: CInt = 25_000
    private let connection: BusConnection
    private let owner: String
    private var then: ((Ending) -> Void)?
    private var response: SignalWatch?
    private var watch: PeerWatch?

    /// - Parameters:
    ///   - owner: the service's unique name; another program may own the well-known name by now.
    ///   - then: called once, on the loop of this thread.
    package init(_ connection: BusConnection, owner: String, then: @escaping (Ending) -> Void) {
        (self.connection, self.owner, self.then) = (connection, owner, then)
    }

    /// The handle is known before the call, so no Response can be missed.
    ///
    /// - Parameters:
    ///   - descriptors: the descriptors that the handles in `fds` index.
    ///   - opened: called when the sheet is open, unless the call fails.
    ///   - body: returns the call's arguments for a handle token.
    package func start(
        descriptors: [Descriptor] = [], opened: @escaping () -> Void = {},
        _ body: (_ token: String) -> OpaquePointer?
    ) {
        guard let name = connection.uniqueName else { return end(.abandoned) }
        let token = ShareInterface.randomToken
        let path = ShareInterface.requestPath(of: name, token: token)
        watch = PeerWatch(connection, owner) { [weak self] in self?.end(.abandoned) }
        let request = BusAddress(name: owner, path: path, interface: ShareInterface.requestName)
        response = SignalWatch(connection, "Response", of: request) { [weak self] in
            self?.end(.response($0.isOf(type: "(ua{sv})") ? $0[0]?.unsigned ?? 2 : 2))
        }
        let service = BusAddress(name: owner, path: ShareInterface.path, interface: ShareInterface.name)
        connection.ask(
            "Share", of: service, body(token), type: "(o)", descriptors: descriptors, timeout: Self.timeout
        ) { [weak self] answer in
            if case .failure(let error) = answer { self?.end(.refused(error)) } else { opened() }
        }
    }

    private func end(_ ending: Ending) {
        let then = self.then
        (self.then, response, watch) = (nil, nil, nil)
        then?(ending)
    }
}

extension ShareCall {
    /// Finds the owner of the service's name, and starts the service if there is none.
    ///
    /// - Parameter then: called with the owner's unique name, or nil if the service cannot be started.
    package static func findOwner(on connection: BusConnection, then: @escaping (String?) -> Void) {
        askForOwner(connection) { owner in
            guard owner == nil else { then(owner); return }
            startService(on: connection, then: then)
        }
    }

    /// Called only if the name has no owner: without a service file StartServiceByName fails even for a name
    /// that is owned.
    private static func startService(on connection: BusConnection, then: @escaping (String?) -> Void) {
        let arguments = Variant.tuple(Variant.text(ShareInterface.name), Variant.unsigned(0))
        connection.call("StartServiceByName", of: .bus, arguments, type: "(u)") { _ in
            askForOwner(connection, then: then)
        }
    }

    private static func askForOwner(_ connection: BusConnection, then: @escaping (String?) -> Void) {
        let name = Variant.tuple(Variant.text(ShareInterface.name))
        connection.call("GetNameOwner", of: .bus, name, type: "(s)") { then($0?[0]?.string) }
    }
}
