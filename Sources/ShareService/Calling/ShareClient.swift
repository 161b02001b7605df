// SPDX-License-Identifier: Apache-2.0

import CGIO
package import SessionBus
package import SheetSession

/// Has the session's service show a sheet, and waits for its end. The service has GTK started: its sheet
/// comes sooner than one of this process.
package final class ShareClient {
    /// Files are looked at before the call is answered.
    private static let patience: CInt = 25_000
    private static let pingPatience: CInt = 1_000
    private let connection: BusConnection
    private let arguments: ShareArguments
    private var then: ((SheetOutcome?) -> Void)?
    private var response: SignalWatch?
    private var watch: PeerWatch?

    /// Nil where a call cannot say what is asked for.
    ///
    /// - Parameter then: called once; with nil where no service can be had on this display.
    package init?(
        _ connection: BusConnection, _ request: SheetRequest, then: @escaping (SheetOutcome?) -> Void
    ) {
        guard let arguments = ShareArguments(request) else { return nil }
        (self.connection, self.arguments, self.then) = (connection, arguments, then)
    }

    package func start() {
        findOwner { [weak self] owner in
            guard owner == nil else { self?.compareDisplays(owner); return }
            self?.startService()
        }
    }

    /// Where the bus has no file for a name, StartServiceByName fails even if the name is owned: hence
    /// `findOwner` first.
    private func startService() {
        let name = Variant.text(ShareInterface.name)
        connection.call(
            "StartServiceByName", of: .bus, Variant.tuple(name, g_variant_new_uint32(0)), type: "(u)"
        ) { [weak self] _ in
            self?.findOwner { self?.compareDisplays($0) }
        }
    }

    private func findOwner(then: @escaping (String?) -> Void) {
        let name = Variant.tuple(Variant.text(ShareInterface.name))
        connection.call("GetNameOwner", of: .bus, name, type: "(s)") { then($0?[0]?.string) }
    }

    /// A sheet belongs where its command was typed.
    private func compareDisplays(_ owner: String?) {
        guard let owner else { return end(nil) }
        let name = Variant.tuple(Variant.text(owner))
        connection.call("GetConnectionUnixProcessID", of: .bus, name, type: "(u)") { [weak self] reply in
            guard let process = reply?[0]?.unsigned, Display(of: process) == Display.current else {
                self?.end(nil)
                return
            }
            self?.ping(owner)
        }
    }

    /// A service that is stopped would keep the person waiting; this process can show the sheet as long as it has not
    /// asked for it.
    private func ping(_ owner: String) {
        let peer = BusAddress(
            name: owner, path: ShareInterface.path, interface: "org.freedesktop.DBus.Peer")
        connection.ask("Ping", of: peer, nil, type: "()", patience: Self.pingPatience) { [weak self] answer in
            guard case .success = answer else { self?.end(nil); return }
            self?.share(with: owner)
        }
    }

    /// The handle is known before the call, so no Response can be missed.
    private func share(with owner: String) {
        guard let name = g_dbus_connection_get_unique_name(connection.pointer) else { return end(nil) }
        let token = ShareInterface.randomToken
        let path = ShareInterface.requestPath(of: String(cString: name), token: token)
        watch = PeerWatch(connection, owner) { [weak self] in
            self?.end(.failed(reason: "The service that showed the sheet has gone."))
        }
        let request = BusAddress(name: owner, path: path, interface: ShareInterface.requestName)
        response = SignalWatch(connection, "Response", of: request) { [weak self] in
            self?.end(SheetOutcome(response: $0.isOf(type: "(ua{sv})") ? $0[0]?.unsigned ?? 2 : 2))
        }
        // The owner that is watched, and whose display was compared; the name may be another's by now.
        let service = BusAddress(name: owner, path: ShareInterface.path, interface: ShareInterface.name)
        connection.ask(
            "Share", of: service, arguments.body(token: token), type: "(o)", patience: Self.patience
        ) { [weak self] answer in
            if case .failure(let error) = answer { self?.end(.failed(reason: error.message)) }
        }
    }

    private func end(_ outcome: SheetOutcome?) {
        let then = self.then
        (self.then, response, watch) = (nil, nil, nil)
        then?(outcome)
    }
}
