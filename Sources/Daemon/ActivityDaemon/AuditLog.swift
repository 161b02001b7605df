// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Glibc
import Host
import Systemd
import Varlink

/// Logs one message for each change that a client requested: who changed what, or was refused.
///
/// A client without permission can be refused as often as it likes, so only a few refusals a minute are
/// logged; the next message reports the number of omitted ones, at the latest after a minute or when the
/// daemon ends.
final class AuditLog {
    /// Maximum Unicode scalars of a client's text in one entry: an arrangement may be long, and counting the
    /// characters of a megabyte would delay other clients.
    private static let maximumScalars = 1_000

    private let journal: Journal
    private let loop: EventLoop
    private var refusals = Throttle()
    /// Runs while refusals are left out.
    private var timer: EventSource?

    init(_ journal: Journal, _ loop: EventLoop) {
        (self.journal, self.loop) = (journal, loop)
    }

    func record(_ call: PendingCall, _ subject: String, _ result: Result<RegistryKeeper.Change, ChangeFault>)
    {
        switch result {
        case .success(let change): changed(call, subject, change)
        case .failure(let fault): refused(call, subject, CallError(fault))
        }
    }

    func refused(_ call: PendingCall, _ subject: String, _ error: CallError) {
        guard let more = refusals.admit() else {
            timer =
                timer ?? (try? loop.after(UInt64(Throttle.window)) { [weak self] in self?.recordOmitted() })
            return
        }
        let name = error.varlink(in: call.interface.name).name
        log(call, subject, "refused, \(name).\(more)", id: Journal.MessageID.changeRefused, name)
    }

    /// Says how many refusals were left out since the last message.
    func recordOmitted() {
        timer?.remove()
        timer = nil
        let rest = refusals.takeDropped()
        guard rest > 0 else { return }
        journal.log(
            .notice, "\(rest) more refusals were not logged.", id: Journal.MessageID.changeRefused,
            ["REFUSALS": "\(rest)"])
    }

    private func changed(_ call: PendingCall, _ subject: String, _ change: RegistryKeeper.Change) {
        let (before, after) = (Self.quoted(change.before), Self.quoted(change.after))
        log(
            call, subject, change.isDifferent ? "\(before) -> \(after)." : "unchanged, \(after).",
            id: Journal.MessageID.changed, change.isDifferent ? "changed" : "unchanged", before, after)
    }

    private func log(
        _ call: PendingCall, _ subject: String, _ end: String, id: String, _ outcome: String,
        _ before: String = "", _ after: String = ""
    ) {
        let peer = call.connection.peer
        let (subject, unit) = (Self.quoted(subject), Self.quoted(call.connection.app?.unit ?? ""))
        let what = subject.isEmpty ? call.method : "\(call.method) \(subject)"
        let login = peer.login.map { "\($0)" } ?? ""
        let process =
            (login.isEmpty || login == "\(peer.uid)" ? "" : "logged in as user \(login), ")
            + "process \(peer.pid)" + (unit.isEmpty ? "" : ", \(unit)")
        journal.log(
            .notice, "\(what) by user \(peer.uid) (\(process)): \(end)", id: id,
            [
                "METHOD": call.method, "ACTIVITY_ID": subject, "PEER_UID": "\(peer.uid)",
                "PEER_PID": "\(peer.pid)", "PEER_UNIT": unit, "PEER_LOGIN_UID": login, "BEFORE": before,
                "AFTER": after,
                "OUTCOME": outcome,
            ])
    }

    /// A client's text as part of one line.
    private static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(maximumScalars)
        return printable(String(start)) + (start.endIndex < text.endIndex ? "…" : "")
    }
}
