// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Systemd
import Varlink

/// Logs refused and ended connections and slow calls, never the content of a call.
///
/// A hostile client can cause refusals without limit, so only a few lines of each kind are logged per minute;
/// the next line counts the dropped ones. At log level `debug`, every call is logged.
final class ServingLog {
    private let journal: Journal
    private var faults = Throttle()
    private var disconnections = Throttle()
    private var slowCalls = Throttle()

    init(_ journal: Journal) {
        self.journal = journal
    }

    func watch(_ server: Server) {
        server.onFault = { [self] error in failed(error) }
        server.onDisconnection = { [self] peer, reason in disconnected(peer, reason) }
        server.onSlowCall = { [self] call in slow(call) }
        server.reportsCalls = { [journal] in journal.level == .debug }
        server.onCall = { [self] call in called(call) }
    }

    /// Called each second while accepting fails, since the server retries.
    private func failed(_ error: SystemError) {
        guard let more = faults.admit() else { return }
        journal.problem(
            "No connection can be accepted: \(error).\(more)", id: Journal.MessageID.connectionRefused)
    }

    private func disconnected(_ peer: Peer, _ reason: Disconnection) {
        guard let more = disconnections.admit() else { return }
        let isRefused = if case .tooManyConnections = reason { true } else { false }
        let end = isRefused ? "refused" : "ended"
        journal.log(
            .notice, "A connection of user \(peer.uid) was \(end): \(reason).\(more)",
            id: Journal.MessageID.disconnected, ["PEER_UID": "\(peer.uid)", "PEER_PID": "\(peer.pid)"])
    }

    private func slow(_ call: CallReport) {
        guard let more = slowCalls.admit() else { return }
        let time = "\(call.microseconds / 1000) ms"
        journal.log(
            .notice, "\(name(call)) of user \(call.peer.uid) held up all others for \(time).\(more)",
            id: Journal.MessageID.slowCall, fields(call))
    }

    private func called(_ call: CallReport) {
        journal.log(
            .debug, "\(name(call)) of user \(call.peer.uid): \(call.outcome.words), \(call.microseconds) us.",
            id: Journal.MessageID.called, fields(call))
    }

    /// The method that the client called, if the text could be a method's name; otherwise "A call".
    private func name(_ call: CallReport) -> String {
        let isName = call.method.utf8.allSatisfy { byte in
            (byte | 0x20) &- UInt8(ascii: "a") < 26 || "0123456789.-".utf8.contains(byte)
        }
        return isName && (1...200).contains(call.method.utf8.count) ? call.method : "A call"
    }

    private func fields(_ call: CallReport) -> KeyValuePairs<String, String> {
        [
            "METHOD": name(call), "PEER_UID": "\(call.peer.uid)", "PEER_PID": "\(call.peer.pid)",
            "USEC": "\(call.microseconds)",
        ]
    }
}

extension CallReport.Outcome {
    fileprivate var words: String {
        switch self {
        case .answered: "answered"
        case .known: "answered as before"
        // The error may contain a name from the client.
        case .failed(let error): printable(String(error.prefix(300)))
        case .abandoned: "left by the client"
        case .pending: "not answered yet"
        }
    }
}
