// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import ArgumentParser
import Glibc

/// Which daemon is meant.
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

    /// Whether the scope was chosen by an option, or follows from who asks: a socket may be any user's.
    var isScopeKnown: Bool { choice != nil || socket == nil }

    var socketPath: String {
        if let socket { return socket }
        return (scope == .system ? "/run" : runtimeFolder) + "/activityd/io.activityd"
    }

    private var runtimeFolder: String {
        SearchPath.folder(environment("XDG_RUNTIME_DIR")) ?? "/run/user/\(getuid())"
    }
}

/// The value of an environment variable; nil where it is unset or empty.
func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
