// SPDX-License-Identifier: Apache-2.0

package import ActivityRegistry
import Glibc
package import Systemd

/// Command-line options; they override the configuration files.
package struct Options: Sendable {
    package let scope: Scope
    package let systemBundles: String?
    /// Folder of the generators, instead of the default folders.
    package let generators: String?
    /// Idle time after which the daemon exits, in microseconds; nil for the configured one.
    package let idleTimeout: UInt64?
    package let logLevel: Journal.Level?

    package init(
        scope: Scope, systemBundles: String?, generators: String?, idleTimeout: UInt64?,
        logLevel: Journal.Level?
    ) {
        self.scope = scope
        self.systemBundles = systemBundles
        self.generators = generators
        self.idleTimeout = idleTimeout
        self.logLevel = logLevel
    }
}

/// The reason why the daemon could not start.
package enum StartError: Error, CustomStringConvertible {
    case noRuntimeFolder
    /// A variable names a folder whose path is not UTF-8.
    case notText(variable: String)
    /// The command line names a folder that cannot be used.
    case missingFolder(what: String, path: String, reason: String)
    case folder(path: String, reason: String)
    case socket(String)
    case tooFewDescriptors(limit: UInt, needed: UInt)

    package var description: String {
        switch self {
        case .noRuntimeFolder:
            "XDG_RUNTIME_DIR is not set to an absolute path, so there is no place for the socket. "
                + "Log in, or set it to a folder of yours, such as /run/user/\(getuid())."
        case .notText(let variable):
            "\(variable) names a folder whose path is not UTF-8, which activityd cannot write down. "
                + "Name the folder by a path that is, such as a link to it."
        case .missingFolder(let what, let path, let reason):
            "There are no \(what) in \(path): \(reason). Name another folder."
        case .folder(let path, let reason): "\(path) could not be made: \(reason)."
        case .socket(let sentence): sentence
        case .tooFewDescriptors(let limit, let needed):
            "activityd may open \(limit) files (RLIMIT_NOFILE), and needs at least \(needed). Raise "
                + "LimitNOFILE= of its unit, or the shell's ulimit -n."
        }
    }
}
