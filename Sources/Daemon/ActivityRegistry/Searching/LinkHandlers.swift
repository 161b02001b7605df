// SPDX-License-Identifier: Apache-2.0
//
// Two kinds of files determine which program opens a link (MIME Applications Associations specification):
// mimeapps.list contains the choices of the person, the administrator and the desktop; mimeinfo.cache, beside
// the desktop entries, contains the types that the entries declare. The files are read directly: they are few
// and small, and can be watched, while xdg-mime would cost a process, and GIO has no cache for a separate
// thread.

import ActivityModel
import Glibc
import Host
import StrictJSON

/// The person's installed programs that open links, looked up by scheme.
struct LinkHandlers: Sendable {
    private static let maximumBytes = 1 << 20
    /// Maximum desktop entries to check per line of a file; each costs a few system calls per folder.
    private static let maximumEntries = 64
    /// Maximum depth of nested folders of desktop entries.
    private static let maximumDepth = 4

    /// Folders of desktop entries; the first entry of a name counts.
    private let entryFolders: [String]
    /// The lists and caches, in descending order of precedence.
    let files: [String]

    /// - Parameters:
    ///   - desktops: names of the running desktop, which may have lists of its own.
    ///   - configuration: `$XDG_CONFIG_HOME` and `$XDG_CONFIG_DIRS`.
    ///   - data: `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`.
    init(desktops: [String], configuration: [String], data: [String]) {
        let lists = desktops.map { $0.lowercased() + "-mimeapps.list" } + ["mimeapps.list"]
        entryFolders = data.map { $0 + "/applications" }
        files =
            configuration.flatMap { folder in lists.map { folder + "/" + $0 } }
            + entryFolders.flatMap { folder in (lists + ["mimeinfo.cache"]).map { folder + "/" + $0 } }
    }

    /// Whether an installed program opens links of this scheme.
    ///
    /// - Parameters:
    ///   - reportPath: called with each path before it is touched.
    ///   - isProgram: whether a program exists, given its name or path.
    func open(_ scheme: String, reportPath: (String) -> Void, isProgram: (String) -> Bool) -> Bool {
        var removed: Set<ExactText> = []
        for file in files {
            reportPath(file)
            var added: [ExactText] = []
            for entry in Self.entries(of: ["x-scheme-handler/" + scheme], in: file) {
                let identifiers = entry.value.split(separator: ";").prefix(Self.maximumEntries).map {
                    ExactText(String($0))
                }
                if entry.group == "[Removed Associations]" {
                    removed.formUnion(identifiers)
                } else {
                    added += identifiers
                }
            }
            if added.contains(where: { !removed.contains($0) && isInstalled($0.text, reportPath, isProgram) })
            {
                return true
            }
        }
        return false
    }

    /// Whether a desktop entry exists and is not hidden, and its programs exist: an entry may outlive its
    /// program.
    private func isInstalled(
        _ identifier: String, _ reportPath: (String) -> Void, _ isProgram: (String) -> Bool
    ) -> Bool {
        let found = paths(of: identifier).first { path in
            reportPath(path)
            return access(path, F_OK) == 0
        }
        guard let path = found else { return false }
        let keys = Self.entries(of: ["Hidden", "TryExec", "Exec"], in: path)
            .filter { $0.group == "[Desktop Entry]" }
        let values = Dictionary(keys.map { ($0.key, $0.value) }) { first, _ in first }
        guard values["Hidden"] != "true", let command = values["Exec"] else { return false }
        return [values["TryExec"], Self.program(of: command)].compactMap(\.self).allSatisfy(isProgram)
    }

    /// Possible paths of an entry. A hyphen in its identifier may stand for a folder.
    private func paths(of identifier: String) -> [String] {
        guard identifier.hasSuffix(".desktop"), !identifier.contains("/"), identifier.utf8.count < 256 else {
            return []
        }
        let parts = identifier.split(separator: "-", omittingEmptySubsequences: false)
        return entryFolders.flatMap { folder in
            parts.indices.prefix(Self.maximumDepth + 1).map { depth in
                folder + "/" + parts[..<depth].map { $0 + "/" }.joined()
                    + parts[depth...].joined(separator: "-")
            }
        }
    }

    private static func program(of command: String) -> String {
        let end: Character = command.hasPrefix("\"") ? "\"" : " "
        return command.split(separator: end, maxSplits: 1).first.map { String($0) } ?? ""
    }

    /// The entries of a key file with one of these keys; empty if the file cannot be read.
    private static func entries(of keys: [String], in path: String) -> [(
        group: String, key: String, value: String
    )] {
        guard let bytes = try? AtomicFile.read(path, limit: maximumBytes, followingLinks: true) else {
            return []
        }
        var group = ""
        return String(decoding: bytes, as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n")).compactMap {
            line in
            if line.first == UInt8(ascii: "[") {
                group = trimmed(line)
                return nil
            }
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")),
                let key = keys.first(where: { line.starts(with: $0.utf8) }),
                trimmed(line[..<equals]) == key
            else { return nil }
            return (group, key, trimmed(line[equals...].dropFirst()))
        }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        var rest = text.drop { $0 <= UInt8(ascii: " ") }
        while rest.last.map({ $0 <= UInt8(ascii: " ") }) == true { rest.removeLast() }
        return String(Substring(rest))
    }
}
