// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import SessionBus

extension ShareContent.Sources {
    /// URI schemes that a sandbox may link to. Through other schemes GIO may reach files of the host
    /// (`admin:`, `trash:`, `sftp:`, and those of future backends).
    private static let sandboxSchemes = [
        "geo", "http", "https", "magnet", "mailto", "matrix", "sip", "sips", "sms", "tel", "xmpp",
    ]

    /// The URIs of the call, resolved as the caller sees them. Waits for the files among them.
    func links(_ copies: inout PrivateCopies) throws(BusError) -> [FoundFile] {
        var links: [Representation] = []
        for uri in options.uris {
            guard let link = Representation(link: uri) else {
                throw .invalid(
                    "\"\(Self.shown(uri))\" is not an absolute URI. Give one like file:///home/ada/a.png.")
            }
            links.append(link)
        }
        var found = links.map { FoundFile($0) }
        let places = links.indices.filter { Self.scheme(links[$0]) == "file" }
        if caller.isSandboxed {
            let allowed = Self.sandboxSchemes + ["file"]
            if let link = links.first(where: { !allowed.contains(Self.scheme($0)) }) {
                throw Self.foreign(link)
            }
            try findDocuments(places, links, &found, &copies)
        } else {
            for place in places { found[place] = try Self.file(links[place]) }
        }
        for (index, type) in options.types.enumerated() {
            guard let type else { continue }
            // A type that the person typed overrides detection. So does the type that a host program gives to
            // a link, because the program knows its target; a sandbox is not trusted with that.
            let isFile = Self.scheme(links[index]) == "file"
            if caller.isCommand || !isFile && !caller.isSandboxed {
                found[index].representation.type = type
            } else {
                found[index].set(type: type)
            }
        }
        return found
    }

    /// Looks up a file that a program of the host names.
    private static func file(_ link: Representation) throws(BusError) -> FoundFile {
        guard let file = LocalFile(uri: link.uri ?? ""), file.exists else {
            throw .invalid("\(shown(link.uri ?? "")): there is no such file.")
        }
        do throws(SelectionError) { return try file.lookUp() } catch {
            throw .invalid(error.description)
        }
    }

    /// The document portal as Flatpak shows it to the caller; nil for other sandboxes, which have no portal.
    private var documents: DocumentPaths? {
        guard case .sandboxed(let app?) = caller else { return nil }
        return DocumentPaths(app: app, runtime: runtime, connection: connection)
    }

    /// Replaces links to the portal's documents by copies of the documents.
    private func findDocuments(
        _ places: [Int], _ links: [Representation], _ all: inout [FoundFile], _ copies: inout PrivateCopies
    ) throws(BusError) {
        let documents = documents
        let found = places.map { place in
            LocalFile(uri: links[place].uri ?? "").flatMap { documents?.document($0.name) }
        }
        let hosts = documents?.hostPaths(of: found.compactMap(\.self)) ?? [:]
        for (place, document) in zip(places, found) {
            guard let document, let host = hosts[document.identifier], let file = documents?.open(document)
            else { throw Self.unseen(links[place]) }
            let parts = document.path.split(separator: "/").map(String.init)
            let name = parts.last ?? ""
            guard !file.isFolder else { throw .folder(name) }
            // The document's path on the host, and the file's path within the document.
            let path = ([host] + parts.dropFirst(2)).joined(separator: "/")
            let original = DocumentPaths.original(of: file, at: path)
            all[place] = try copies.add(
                original ?? file, at: Array(path.utf8CString), named: GivenName(name, fileName: name))
        }
    }

    /// The same error whether or not the file exists, so that a sandbox learns nothing of the host's files.
    private static func unseen(_ link: Representation) -> BusError {
        .invalid(
            "\(shown(link.uri ?? "")): the calling sandbox has no such file from the document portal. "
                + "Hand it over as a descriptor, in the option fds.")
    }

    private static func foreign(_ link: Representation) -> BusError {
        .invalid(
            "\(shown(link.uri ?? "")): a sandbox shares links of the schemes "
                + "\(sandboxSchemes.joined(separator: ", ")), and no others. "
                + "Hand a file over as a descriptor, in the option fds.")
    }

    private static func scheme(_ link: Representation) -> String {
        String(link.type.dropFirst("x-scheme-handler/".count))
    }

    private static func shown(_ uri: String) -> String {
        printable(uri.utf8.count > 256 ? uri.prefix(80) + "…" : uri)
    }
}
