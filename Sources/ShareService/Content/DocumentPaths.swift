// SPDX-License-Identifier: Apache-2.0
//
// Flatpak's document portal shows an app the files that a person has picked for it, as
// /run/user/UID/doc/ID/NAME. Outside, that folder holds every document of every app, and what this app has is
// beneath by-app/APP. The portal says which file of the host a document is.

import CGIO
import Glibc
import SessionBus
import StrictJSON

/// The document portal, as one sandbox sees it.
struct DocumentPaths {
    /// Two names of the same folder inside of a sandbox.
    private static let newMount = "/run/flatpak/doc/"

    private let app: String
    /// The person's runtime folder.
    private let runtime: String
    private let connection: BusConnection

    init(_ app: String, runtime: String, _ connection: BusConnection) {
        (self.app, self.runtime, self.connection) = (app, runtime, connection)
    }

    /// Waits for the portal.
    ///
    /// - Parameter paths: as the sandbox names them.
    /// - Returns: as they are named outside; nil for what the sandbox does not have from the portal.
    func hostPaths(of paths: [String]) -> [String?] {
        let documents = paths.map(document)
        let identifiers = Set(documents.compactMap { $0?.identifier })
        guard !identifiers.isEmpty, let known = known(identifiers) else { return paths.map { _ in nil } }
        return documents.map { document in
            document.flatMap { document in known[document.identifier].flatMap { document.path(beneath: $0) } }
        }
    }

    private struct Document {
        let identifier: String
        /// Beneath the document, where that is a folder; else empty.
        let rest: [String]

        /// Nil where there is a link on the way: what it leads to is not what was picked.
        func path(beneath host: String) -> String? {
            guard !rest.isEmpty else { return host }
            guard let folder = Self.resolved(host) else { return nil }
            let path = ([folder] + rest).joined(separator: "/")
            return Self.resolved(path)?.isExactly(path) == true ? path : nil
        }

        private static func resolved(_ path: String) -> String? {
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return String(cString: resolved)
        }
    }

    /// Nil where it is none, or not the app's.
    private func document(_ path: String) -> Document? {
        let mounts = [runtime + "/doc/", Self.newMount]
        guard let mount = mounts.first(where: { path.utf8.starts(with: $0.utf8) }) else { return nil }
        // By bytes, as the kernel does: a slash and a combining mark are one Character.
        let bytes = path.utf8.dropFirst(mount.utf8.count)
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count >= 2, !parts.contains(where: { ["", ".", "..", "by-app"].contains($0) }) else {
            return nil
        }
        var status = stat()
        let seen = runtime + "/doc/by-app/" + app + "/" + parts.joined(separator: "/")
        guard lstat(seen, &status) == 0 else { return nil }
        return Document(identifier: parts[0], rest: Array(parts.dropFirst(2)))
    }

    /// By identifier; nil where the portal does not answer.
    private func known(_ identifiers: Set<String>) -> [String: String]? {
        let body = Variant.tuple(Variant.texts(Array(identifiers)))
        guard let reply = connection.wait(for: "GetHostPaths", of: .documents, body, type: "(a{say})") else {
            return knownOneByOne(identifiers)
        }
        var known: [String: String] = [:]
        for entry in reply.reply[0]?.children ?? [] {
            guard let identifier = entry[0]?.string, let path = entry[1] else { continue }
            known[identifier] = Self.text(path)
        }
        return known
    }

    /// From a portal that is older than GetHostPaths (1.18; Debian 12 has 1.16). The call is refused for one unknown document, so the
    /// first one ends this, and a portal that does not answer is waited for only once more.
    private func knownOneByOne(_ identifiers: Set<String>) -> [String: String]? {
        var known: [String: String] = [:]
        for identifier in identifiers {
            let body = Variant.tuple(Variant.text(identifier))
            let answer = connection.wait(for: "Info", of: .documents, body, type: "(aya{sas})")
            guard let path = answer?.reply[0] else { return nil }
            known[identifier] = Self.text(path)
        }
        return known
    }

    private static func text(_ path: Variant) -> String {
        String(decoding: path.path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension BusAddress {
    static let documents = BusAddress(
        name: "org.freedesktop.portal.Documents", path: "/org/freedesktop/portal/documents",
        interface: "org.freedesktop.portal.Documents")
}
