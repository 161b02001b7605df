// SPDX-License-Identifier: Apache-2.0
//
// If systemd owns the socket, connecting succeeds whether or not the daemon can start, and a call would wait
// for its timeout of a minute. So after two seconds without a reply, activityctl asks systemd about the
// service. If it cannot start, activityctl explains why; if it is starting or running, activityctl waits,
// since the daemon may have thousands of bundles to read.

import ActivityInterface
import ActivityModel
import Glibc
import Host
import Varlink

struct ServiceCheck {
    /// Time without a reply after which systemd is asked, repeatedly.
    static let interval = Duration.seconds(2)

    let scope: Registry.Scope

    /// - Parameter listener: the process that has bound the socket, if known.
    /// - Throws: `Failure` if the service cannot start, or if systemd does not respond.
    func requireRunnable(listener: Peer?) throws {
        guard isSystemd(listener) else { return }
        switch queryUnit("activityd.service") {
        case .unknown: return
        case .silent:
            throw failure(
                "systemd, which should start it, does not answer.",
                next: "Check it: \(systemctl("status")). Logging out and in again starts another.")
        case .known(let service) where service.isFailing:
            throw failure("activityd.service \(reasoned(service).ending).", next: "See why: \(journal).")
        case .known: return
        }
    }

    /// Waits up to half a second for the reason, which systemd does not report while it restarts the service.
    private func reasoned(_ service: UnitReport) -> UnitReport {
        for _ in 0..<20 where service.result == "success" && service.load != "masked" {
            usleep(25_000)
            if case .known(let later) = queryUnit("activityd.service"), later.result != "success" {
                return later
            }
        }
        return service
    }

    /// The reason why the socket is missing or dead; nil if systemd knows none.
    func absence(of path: String) -> Failure? {
        guard case .known(let socket) = queryUnit("activityd.socket") else { return nil }
        let message = "No daemon answers at \(printable(path))"
        switch (socket.load, socket.active) {
        case ("masked", _):
            return Failure(
                message + ": activityd.socket is masked.",
                next: "Unmask it: \(systemctl("unmask activityd.socket")).",
                status: .unavailable)
        case (_, "failed"):
            return Failure(
                message + ": activityd.socket has failed (\(socket.result)).",
                next: "See why: \(journal). Then start it: \(systemctl("restart activityd.socket")).",
                status: .unavailable)
        case (_, "active"):
            return Failure(
                message + ": activityd.socket had bound it, and the file was removed.",
                next: "Bind it again: \(systemctl("restart activityd.socket")).", status: .unavailable)
        default: return nil
        }
    }

    // MARK: Asking

    private enum Answer {
        case known(UnitReport)
        case unknown, silent
    }

    /// `timeout` kills a systemctl that waits for a silent systemd, its children, and itself.
    private func queryUnit(_ unit: String) -> Answer {
        let command =
            "exec timeout -s KILL 2 systemctl \(Failure.manager(scope))show "
            + "--property=\(UnitReport.properties.joined(separator: ",")) \(unit) </dev/null 2>/dev/null"
        guard let output = popen(command, "re") else { return .unknown }
        let text = Descriptor.read(fileno(output), limit: 64 << 10)
        switch pclose(output) {
        case 0: return .known(UnitReport(String(decoding: text ?? [], as: UTF8.self)))
        case SIGKILL: return .silent
        default: return .unknown
        }
    }

    /// Whether the listener is systemd; also true if it is unknown.
    private func isSystemd(_ listener: Peer?) -> Bool {
        guard let pid = listener?.pid, pid > 0,
            let name = try? AtomicFile.read("/proc/\(pid)/comm", limit: 64)
        else { return true }
        return name == Array("systemd\n".utf8)
    }

    private func failure(_ reason: String, next: String) -> Failure {
        Failure("The daemon does not start: \(reason)", next: next, status: .unavailable)
    }

    private func systemctl(_ verb: String) -> String { "\"systemctl \(Failure.manager(scope))\(verb)\"" }
    private var journal: String { "\"journalctl \(Failure.manager(scope))-n 20 -u activityd\"" }
}

struct UnitReport {
    static let properties = [
        "LoadState", "ActiveState", "Result", "NRestarts", "ExecMainCode", "ExecMainStatus",
    ]

    let load: String
    let active: String
    let result: String
    private let restarts: Int
    private let end: (code: Int, status: Int)

    /// - Parameter text: lines of `name=value`.
    init(_ text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        func value(_ name: Substring) -> String { values[name].map { String($0) } ?? "" }
        (load, active, result) = (value("LoadState"), value("ActiveState"), value("Result"))
        restarts = Int(value("NRestarts")) ?? 0
        end = (Int(value("ExecMainCode")) ?? 0, Int(value("ExecMainStatus")) ?? 0)
    }

    /// Whether the service cannot start: it is masked, has failed, or is being restarted after a failure.
    var isFailing: Bool { active == "failed" || restarts > 0 && active != "active" || load == "masked" }

    /// The end of a sentence that begins with the unit's name.
    var ending: String {
        if load == "masked" { return "is masked" }
        let how: String? =
            switch end.code {
            case Int(CLD_EXITED): "exit status \(end.status)"
            case Int(CLD_KILLED), Int(CLD_DUMPED): "signal \(end.status)"
            default: nil
            }
        let tries = restarts > 0 ? ["started again \(Tally.count(restarts, "time"))"] : []
        let details = ([printable(result)] + [how].compactMap { $0 } + tries).joined(separator: ", ")
        return "fails to start (\(details))"
    }
}
