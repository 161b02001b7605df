// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import SessionBus

/// The URIs of a call, as its caller means them.
struct SharedLinks {
    let found: [FoundFile]

    /// What a sandbox may link to. By other schemes GIO may reach files of the host (`admin:`, `trash:`,
    /// `sftp:`, and what the next backend brings).
    private static let sandboxSchemes = [
        "geo", "http", "https", "magnet", "mailto", "matrix", "sip", "sips", "sms", "tel", "xmpp",
    ]

    init(_ caller: Caller, _ sources: ShareContent.Sources) throws(BusError) {
        var links: [Representation] = []
        for uri in sources.uris {
            guard let link = Representation(link: uri) else {
                throw .invalid(
                    "\"\(Self.shown(uri))\" is not an absolute URI. Give one like file:///home/ada/a.png.")
            }
            links.append(link)
        }
        var found = links.map { FoundFile($0) }
        for (index, file) in try Self.files(links, caller, sources) { found[index] = file }
        for (index, type) in sources.types.enumerated() {
            guard let type else { continue }
            // What the person typed counts; and who names a link knows what it leads to, but for a sandbox.
            let isFile = Self.scheme(links[index]) == "file"
            if caller.isCommand || !isFile && !caller.isSandboxed {
                found[index].representation.type = type
            } else {
                found[index].set(type: type)
            }
        }
        self.found = found
    }

    /// Those that are files, by their places.
    private static func files(
        _ links: [Representation], _ caller: Caller, _ sources: ShareContent.Sources
    ) throws(BusError) -> [(Int, FoundFile)] {
        let places = links.indices.filter { scheme(links[$0]) == "file" }
        var files = places.map { LocalFile(uri: links[$0].uri ?? "") }
        if case .sandboxed(let app) = caller {
            let allowed = sandboxSchemes + ["file"]
            if let link = links.first(where: { !allowed.contains(scheme($0)) }) { throw foreign(link) }
            let documents = app.map { DocumentPaths($0, runtime: sources.runtime, sources.connection) }
            let paths = documents?.hostPaths(of: files.map { $0?.name ?? "" })
            files = paths.map { $0.map { $0.map { LocalFile(path: $0) } } } ?? files.map { _ in nil }
        }
        var found: [(Int, FoundFile)] = []
        for (place, file) in zip(places, files) {
            guard let file, file.exists else {
                throw caller.isSandboxed
                    ? unseen(links[place])
                    : .invalid("\(shown(links[place].uri ?? "")): there is no such file.")
            }
            do throws(SelectionError) { found.append((place, try file.look())) } catch {
                // The error names the file as the host does.
                throw caller.isSandboxed ? unseen(links[place]) : .invalid(error.description)
            }
        }
        return found
    }

    /// The same whether the file is there or not: a sandbox learns nothing of the host's files.
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
