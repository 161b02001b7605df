// SPDX-License-Identifier: Apache-2.0

package import SessionBus
import ShareCalling
package import SheetSession

/// Asks the session's service to show a sheet, and reports the outcome. A running service has already started
/// GTK, so its sheet appears sooner than one of this process.
package final class ShareClient {
    /// Timeout of a ping, in milliseconds.
    private static let pingTimeout: CInt = 1_000
    private let connection: BusConnection
    private let arguments: ShareArguments
    private let opened: () -> Void
    private var then: ((SheetOutcome?) -> Void)?
    private var call: ShareCall?

    /// Creates a client for a request; nil if a Share call cannot express it.
    ///
    /// - Parameters:
    ///   - opened: called when the service has opened the sheet.
    ///   - then: called once; with nil if no service responds or can show a sheet on this display.
    package init?(
        _ connection: BusConnection, _ request: SheetRequest, opened: @escaping () -> Void = {},
        then: @escaping (SheetOutcome?) -> Void
    ) {
        guard let arguments = ShareArguments(request) else { return nil }
        (self.connection, self.arguments, self.opened, self.then) = (connection, arguments, opened, then)
    }

    package func start() {
        ShareCall.findOwner(on: connection) { [weak self] in self?.compareDisplays($0) }
    }

    /// Uses the service only if it runs on this process's display.
    private func compareDisplays(_ owner: String?) {
        guard let owner else { return end(nil) }
        let name = Variant.tuple(Variant.text(owner))
        connection.call("GetConnectionUnixProcessID", of: .bus, name, type: "(u)") { [weak self] reply in
            guard let process = reply?[0]?.unsigned, let display = Display(of: process),
                display == Display.current
            else {
                self?.end(nil)
                return
            }
            self?.ping(owner)
        }
    }

    /// Checks that the service responds: a suspended one would keep the person waiting, and once the request
    /// is sent this process can no longer show the sheet itself.
    private func ping(_ owner: String) {
        let peer = BusAddress(
            name: owner, path: ShareInterface.path, interface: "org.freedesktop.DBus.Peer")
        connection.ask("Ping", of: peer, nil, type: "()", timeout: Self.pingTimeout) { [weak self] answer in
            guard case .success = answer else { self?.end(nil); return }
            self?.share(with: owner)
        }
    }

    private func share(with owner: String) {
        let call = ShareCall(connection, owner: owner) { [weak self, arguments] in
            self?.end(SheetOutcome($0, arguments))
        }
        self.call = call
        call.start(opened: opened) { [arguments] in arguments.body(token: $0) }
    }

    private func end(_ outcome: SheetOutcome?) {
        let then = self.then
        (self.then, call) = (nil, nil)
        then?(outcome)
    }
}

extension SheetOutcome {
    fileprivate init(_ ending: ShareCall.Ending, _ arguments: ShareArguments) {
        switch ending {
        case .response(let response): self.init(response: response)
        case .refused(let error): self = .refused(SheetRefusal(error, arguments))
        case .abandoned: self = .refused(.serviceGone)
        }
    }
}

extension SheetRefusal {
    fileprivate init(_ error: BusError, _ arguments: ShareArguments) {
        let reason: Reason =
            switch error {
            case .invalid: .unusable
            case .limit: arguments.needsCopy ? .noRoom : .tooManySheets
            case .unanswered: .unanswered
            case .denied, .failed: .other
            }
        self.init(reason, error.message)
    }
}
