// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Whether a program offers the sheet on this machine, and if not, what it lacks.
package enum IntegrationState: Hashable, Sendable {
    /// Its file, the one that counts.
    case ready(file: String)
    /// The program is not here.
    case absent
    /// Packages of Debian's.
    case lacks([String])

    package init(_ integration: Integration, on machine: Machine) {
        guard integration.programs.contains(where: machine.hasProgram) else {
            self = .absent
            return
        }
        let file = machine.dataFile(integration.file)
        let isRead = integration.reader.map { $0.files.contains(where: machine.hasLibrary) } ?? true
        switch (file, isRead) {
        case (let file?, true): self = .ready(file: file)
        case (let file, _):
            self = .lacks(
                (file == nil ? ["activity-sheet"] : [])
                    + (isRead ? [] : [integration.reader?.package].compactMap(\.self)))
        }
    }
}

/// What integrations are looked up in.
package struct Machine: Sendable {
    /// First those of the person, then the system's (XDG Base Directory Specification).
    let dataFolders: [String]
    let programFolders: [String]
    let libraryFolders: [String]

    package init(dataFolders: [String], programFolders: [String], libraryFolders: [String]) {
        self.dataFolders = dataFolders
        self.programFolders = programFolders
        self.libraryFolders = libraryFolders
    }

    /// This one, as the programs see it that the person starts.
    static var this: Machine {
        let own = Environment.value("XDG_DATA_HOME") ?? Environment.value("HOME").map { $0 + "/.local/share" }
        let shared = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let libraries = ["/usr/lib", "/usr/lib64"]
        return Machine(
            dataFolders: ([own].compactMap(\.self) + folders(shared)).filter { $0.hasPrefix("/") },
            programFolders: folders(Environment.value("PATH") ?? "/usr/bin:/bin"),
            // And Debian's, one for each architecture.
            libraryFolders: libraries
                + libraries.flatMap { folder in
                    ((try? Folder(opening: folder).names()) ?? []).filter { $0.contains("-linux-") }
                        .map { folder + "/" + $0 }
                })
    }

    func hasProgram(_ name: String) -> Bool {
        programFolders.contains { access($0 + "/" + name, X_OK) == 0 }
    }

    func dataFile(_ path: String) -> String? {
        dataFolders.lazy.map { $0 + "/" + path }.first { access($0, R_OK) == 0 }
    }

    func hasLibrary(_ path: String) -> Bool {
        libraryFolders.contains { access($0 + "/" + path, R_OK) == 0 }
    }

    private static func folders(_ list: String) -> [String] {
        list.split(separator: ":").map(String.init)
    }
}
