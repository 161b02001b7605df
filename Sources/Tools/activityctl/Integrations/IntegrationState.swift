// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Whether a program offers the sheet on this machine, and if not, the missing packages.
enum IntegrationState: Hashable, Sendable {
    /// The entry's path, and advice for the person.
    case ready(file: String, note: String?)
    case absent
    case lacks([String])

    init(_ integration: Integration, on machine: Machine) {
        guard integration.programs.contains(where: machine.hasProgram) else {
            self = .absent
            return
        }
        var (found, lacking) = ([String](), [String]())
        for part in integration.parts {
            if let file = machine.file(part) {
                found.append(file)
            } else if !lacking.contains(part.package) {
                lacking.append(part.package)
            }
        }
        guard lacking.isEmpty, let entry = found.first else {
            self = .lacks(lacking)
            return
        }
        self = .ready(file: entry, note: integration.note)
    }
}

struct Machine: Sendable {
    /// The person's folders first, then the system's (XDG Base Directory Specification).
    let dataFolders: [String]
    let programFolders: [String]
    let libraryFolders: [String]
    let configurationFolder: String

    /// This machine, as seen by programs that the person starts.
    static var this: Machine {
        let own = Environment.value("XDG_DATA_HOME") ?? Environment.value("HOME").map { $0 + "/.local/share" }
        let shared = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let libraries = ["/usr/lib", "/usr/lib64"]
        return Machine(
            dataFolders: ([own].compactMap(\.self) + folders(shared)).filter { $0.hasPrefix("/") },
            programFolders: folders(Environment.value("PATH") ?? "/usr/bin:/bin"),
            // Debian adds a folder for each architecture.
            libraryFolders: libraries
                + libraries.flatMap { folder in
                    ((try? Folder(opening: folder).names()) ?? []).filter { $0.contains("-linux-") }
                        .map { folder + "/" + $0 }
                },
            configurationFolder: "/etc")
    }

    func hasProgram(_ name: String) -> Bool {
        programFolders.contains { access($0 + "/" + name, X_OK) == 0 }
    }

    /// The first readable file of the part; nil if there is none.
    func file(_ part: Integration.Part) -> String? {
        let folders =
            switch part.folder {
            case .data: dataFolders
            case .libraries: libraryFolders
            case .configuration: [configurationFolder]
            }
        return folders.lazy.flatMap { folder in part.files.map { folder + "/" + $0 } }
            .first { access($0, R_OK) == 0 }
    }

    private static func folders(_ list: String) -> [String] {
        list.split(separator: ":").map(String.init)
    }
}
