// SPDX-License-Identifier: Apache-2.0

import ActivityDaemon
import Glibc
import Systemd

/// Connects the daemon with the process's signals and its service manager.
extension Daemon {
    func attend() throws {
        for signal in [SIGTERM, SIGINT] {
            try events.onSignal(signal) { [unowned self] in end() }
        }
        try events.onSignal(SIGHUP) { [unowned self] in requestReload() }
        try Supervisor.attend(from: events)
    }
}

extension DaemonState {
    /// Notifies the service manager (sd_notify(3)).
    func notify() {
        switch self {
        case .ready(let status): Supervisor.notify("READY=1", "STATUS=" + status)
        case .changed(let status): Supervisor.notify("STATUS=" + status)
        case .reloading: Supervisor.notifyReloading()
        case .ending: Supervisor.notify("STOPPING=1", "STATUS=Ending")
        }
    }
}
