// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import Host
import StrictJSON
import Systemd
import Varlink

/// Answers io.systemd.service, as systemd's own daemons do.
final class ServiceHandler: CallHandler {
    let interface: Interface
    private let authority: Authority
    private let journal: Journal
    private let reload: Reload

    /// Reloads for a client; `then` gets the reason of a refusal, or nil when the new generation serves.
    typealias Reload = (Requester, _ then: @escaping (String?) -> Void) -> Void

    init(
        interface: Interface, authority: Authority, journal: Journal,
        reload: @escaping Reload
    ) {
        self.interface = interface
        self.authority = authority
        self.journal = journal
        self.reload = reload
    }

    func answer(_ call: PendingCall) throws(CallError) {
        guard call.method == "Ping" || authority.mayChange(call.connection.peer) else {
            throw .permissionDenied
        }
        switch call.method {
        case "Ping": call.reply(JSON.Object())
        case "Reload":
            reload(call.requester) { refusal in
                if let refusal {
                    call.refuse(.reloadFailed(reason: refusal))
                } else {
                    call.reply(JSON.Object())
                }
            }
        case "SetLogLevel": try setLogLevel(call)
        case "GetEnvironment": call.reply(.withoutNulls(["environment": Environment.entries]))
        default: throw .methodNotImplemented(method: "\(Interfaces.service).\(call.method)")
        }
    }

    private func setLogLevel(_ call: PendingCall) throws(CallError) {
        guard case .integer(let number)? = call.parameters.value("level"),
            let level = CInt(exactly: number).flatMap(Journal.Level.init(rawValue:))
        else { throw .invalidParameter(parameter: "level") }
        journal.level = level
        call.reply(JSON.Object())
    }
}
