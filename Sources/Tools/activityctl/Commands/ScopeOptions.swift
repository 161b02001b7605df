// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import ArgumentParser
import Glibc
import Host

struct ScopeOptions: ParsableArguments {
    enum Choice: String, EnumerableFlag {
        case system, user

        static func help(for value: Self) -> ArgumentHelp? {
            switch value {
            case .system: "Speak to the system's daemon (the default for root)."
            case .user: "Speak to your own daemon (the default for everybody else)."
            }
        }
    }

    @Flag(exclusivity: .exclusive) var choice: Choice?

    @Option(help: ArgumentHelp("Speak to the daemon at this socket.", valueName: "path", visibility: .hidden))
    var socket: String?

    var scope: Registry.Scope {
        switch choice {
        case .system: .system
        case .user: .user
        case nil: geteuid() == 0 ? .system : .user
        }
    }

    /// Whether the scope is certain: given by an option, or implied by the default socket. A custom socket
    /// may belong to any daemon.
    var isScopeKnown: Bool { choice != nil || socket == nil }

    var socketPath: String {
        if let socket { return socket }
        return (scope == .system ? "/run" : Environment.runtimeFolder) + "/" + Interfaces.socketName
    }
}
