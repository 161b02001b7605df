// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
package import TestSupport
package import Varlink

/// A daemon in temporary folders, on a real socket, and its clients. A subclass starts it: IntegrationTests
/// as a program, ActivityDaemonTests on a thread of the tests' own process. A suite that uses only this class
/// runs with either.
///
/// Nothing of the machine is changed and little of it read: home, the XDG folders, PATH and the system
/// activities are the fixture's own.
open class ServedDaemon {
    package let folder: Scratch
    /// Handed to the daemon, which reads it when it starts.
    package var environment: [String: String]
    /// The folder of system activities; empty: none.
    package var systemBundles: String
    var gates: [Gate] = []

    package init(_ folder: Scratch = Scratch()) {
        self.folder = folder
        for name in ["run", "home", "programs", "system", "config", "data"] { folder.folder(name) }
        chmod(folder("run"), 0o700)
        systemBundles = folder("system")
        environment = [
            "HOME": folder("home"), "XDG_CONFIG_HOME": folder("config"), "XDG_DATA_HOME": folder("data"),
            "XDG_STATE_HOME": folder("state"), "XDG_CACHE_HOME": folder("cache"),
            "XDG_RUNTIME_DIR": folder("run"), "PATH": folder("programs"),
        ]
        installStandardSystem()
    }

    // MARK: Folders

    /// The socket that clients are given.
    package lazy var socket = folder("run/activityd/io.activityd")
    package var sheetSocket: String { folder("run/activityd-sheet/io.activityd.Sheet") }
    /// Where Register puts bundles.
    package var registered: String { folder("data/activities") }
    /// The first folder of the search path.
    package var configured: String { folder("config/activities") }

    package func install(_ plugins: Plugin...) {
        for plugin in plugins { plugin.write(into: configured) }
    }

    package func installSystem(_ plugins: Plugin...) {
        for plugin in plugins { plugin.write(into: systemBundles) }
    }

    /// Four system activities whose order is neither that of their titles nor of their identifiers.
    private func installStandardSystem() {
        let everything: [JSON] = ["*/*", "inode/directory", "x-scheme-handler/*"]
        installSystem(
            Plugin("io.test.copy", "Copy", types: everything, position: 10),
            Plugin("io.test.zebra", "Mail", position: 20), Plugin("io.test.ant", "Save", position: 20),
            Plugin(
                "io.test.print", "Print", types: ["image/*", "application/pdf", "text/plain"], position: 5,
                ["titles": ["de": "Drucken", "fr": "Imprimer", "zh-CN": "打印"]]))
    }

    /// The person's settings.
    package var configuration: String { folder("config/activityd/activityd.json") }

    package func configure(_ settings: String) { Files.write(configuration, settings) }

    /// Puts a program that does nothing into the daemon's PATH.
    package func addProgram(_ name: String) {
        Files.write(folder("programs/") + name, "#!/bin/sh\n", mode: 0o755)
    }

    /// Installs a program that opens links of this scheme, as a package would.
    package func addHandler(of scheme: String) {
        addProgram("opener")
        let applications = folder("data/applications")
        Files.write(applications + "/opener.desktop", "[Desktop Entry]\nName=Opener\nExec=opener %u\n")
        Files.write(
            applications + "/mimeinfo.cache", "[MIME Cache]\nx-scheme-handler/\(scheme)=opener.desktop;\n")
    }

    /// The daemon's log so far. Only what came before an answer is surely in it.
    package var log: String { Files.text(folder("log")) }

    // MARK: Clients

    package func client() throws -> Client { try Client(connecting: socket, timeout: HangLimit.duration) }

    package func wire() throws -> Wire { try Wire(connecting: socket) }
}
