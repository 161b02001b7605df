// SPDX-License-Identifier: Apache-2.0

import Glibc
import Systemd

/// The journal's record of a change that is made without a daemon, with the fields of those that a daemon makes.
enum ChangeRecord {
    /// The daemon's, by which changes are looked for.
    private static let id = "5d5c06d6f2b64d0f8a3c5e0a4e7b1f90"
    private static let socket = "/run/systemd/journal/socket"

    /// - Parameters:
    ///   - method: what was done.
    ///   - before: the version that was applied; nil for none.
    static func log(_ method: String, before: Int?, after: Int) {
        guard access(socket, W_OK) == 0 else { return }
        let (former, version) = (before.map { "version \($0)" } ?? "nothing", "version \(after)")
        Journal(identifier: "activityctl", usesJournal: true, socket: socket).log(
            .notice, "\(method) by user \(getuid()) (process \(getpid())): \(former) -> \(version).", id: id,
            [
                "METHOD": method, "PEER_UID": "\(getuid())", "PEER_PID": "\(getpid())", "BEFORE": former,
                "AFTER": version, "OUTCOME": "changed",
            ])
    }
}
