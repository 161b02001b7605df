// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import Varlink

extension Failure {
    /// An error of the connection to a daemon.
    init(_ error: ClientError, scope: Registry.Scope) {
        switch error {
        case .notRunning(let path):
            self.init(
                "No daemon answers at \(printable(path)).", next: Self.start(scope), status: .unavailable)
        case .notPermitted(let path):
            self.init(
                "You may not use the socket \(printable(path)).",
                next: "Use your own daemon with --user, or ask the administrator.")
        case .timedOut:
            self.init(
                "The daemon gave no answer in time.",
                next: "Look at what it has logged: \(Self.log(scope)).")
        case .disconnected:
            self.init(
                "The daemon closed the connection without an answer. A change may have been made, or not.",
                next:
                    "See what is in force: activityctl status. If trying again does not help, look at what "
                    + "it has logged: \(Self.log(scope)).")
        case .protocolFault(let reason):
            self.init(
                "The program that answers is not activityd: \(printable(reason)).",
                next: "Check the socket's path.")
        case .system(let error):
            self.init("The daemon cannot be reached: \(error).")
        }
    }

    private static func start(_ scope: Registry.Scope) -> String {
        let foreground = scope == .system ? "activityd --system" : "activityd"
        return "Start it with \"systemctl \(manager(scope))start activityd.socket\", "
            + "or run \"\(foreground)\" in a terminal."
            + (scope == .system ? " To ask the daemon of your own session, give --user." : "")
    }

    private static func log(_ scope: Registry.Scope) -> String {
        "\"journalctl \(manager(scope))-u activityd\", or the terminal where it runs"
    }

    static func manager(_ scope: Registry.Scope) -> String { scope == .user ? "--user " : "" }
}
