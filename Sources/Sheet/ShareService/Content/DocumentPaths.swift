// SPDX-License-Identifier: Apache-2.0
//
// Flatpak's document portal shows an app the files that the person has picked for it, as
// /run/user/UID/doc/ID/NAME. Outside the sandbox, that folder contains every document of every app, and
// by-app/APP contains the documents of this app. The portal reports which file of the host a document is.
//
// A sandbox's path is never passed on. Activities open a path later, and by then the app may have replaced
// the file, or a folder on the way, by a link to the person's keys: the app's write access cannot be known,
// because another instance may start with more permissions. So each file is linked or copied at once
// (PrivateCopies), and a folder is refused, because it can be neither.
//
// The portal names the host's file behind a document. That file is linked or copied, instead of reading
// gigabytes through the portal, if it matches the document: the same size, and the same change time to the
// nanosecond. No program can set that time (ctime), but two files may have changed within one tick of the
// clock; so no link is followed on the way, because the app could have made it.

import CGIO
import CLinux
import Glibc
import Host
import SessionBus

/// The document portal, as one sandbox sees it.
struct DocumentPaths {
    /// A second path of the portal's folder inside a sandbox.
    private static let newMount = "/run/flatpak/doc/"

    let app: String
    /// The person's runtime folder.
    let runtime: String
    let connection: BusConnection

    /// A file that the app sees in the portal.
    struct Document {
        let identifier: String
        /// Path below the app's folder of the portal.
        let path: String
    }

    /// - Parameter path: path as the sandbox sees it.
    /// - Returns: nil if the path is not a document's.
    func document(_ path: String) -> Document? {
        let mounts = [runtime + "/doc/", Self.newMount]
        guard let mount = mounts.first(where: { path.utf8.starts(with: $0.utf8) }) else { return nil }
        // Split by bytes, as the kernel does: a slash and a combining mark are one Character.
        let bytes = path.utf8.dropFirst(mount.utf8.count)
        let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count >= 2, !parts.contains(where: { ["", ".", "..", "by-app"].contains($0) }) else {
            return nil
        }
        return Document(identifier: parts[0], path: parts.joined(separator: "/"))
    }

    /// Opens a document through the app's own view of the portal; nil on an error or a link, which the app
    /// may have made.
    func open(_ document: Document) -> Descriptor? {
        let folder = Descriptor(
            Glibc.open("\(runtime)/doc/by-app/\(app)", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        let flags = UInt64(UInt32(bitPattern: O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        return folder.flatMap { Descriptor(linux_open_beneath($0.number, document.path, flags)) }
    }

    /// Paths of documents on the host, by identifier. Waits for the portal.
    func hostPaths(of documents: [Document]) -> [String: String] {
        let identifiers = Set(documents.map(\.identifier))
        guard !identifiers.isEmpty else { return [:] }
        let body = Variant.tuple(Variant.texts(Array(identifiers)))
        guard let answer = connection.wait(for: "GetHostPaths", of: .documents, body, type: "(a{say})") else {
            return knownOneByOne(identifiers)
        }
        return (answer.reply[0]?.children ?? []).reduce(into: [:]) { paths, entry in
            if let identifier = entry[0]?.string, let path = entry[1] { paths[identifier] = Self.text(path) }
        }
    }

    /// Asks for one document at a time: portals before 1.18 have no GetHostPaths (Debian 12 has 1.16).
    /// GetHostPaths also fails for a single unknown document. So the first failure discards all results, and
    /// a hung portal is waited for only once more.
    private func knownOneByOne(_ identifiers: Set<String>) -> [String: String] {
        var known: [String: String] = [:]
        for identifier in identifiers {
            let body = Variant.tuple(Variant.text(identifier))
            let answer = connection.wait(for: "Info", of: .documents, body, type: "(aya{sas})")
            guard let path = answer?.reply[0] else { return [:] }
            known[identifier] = Self.text(path)
        }
        return known
    }

    private static func text(_ path: Variant) -> String {
        String(decoding: path.path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Opens the file of the host behind a document for reading; nil if the host has another file there, or
    /// none that can be opened without following links.
    ///
    /// - Parameters:
    ///   - document: the file opened through the portal.
    ///   - path: path on the host, as the portal reports it.
    static func original(of document: Descriptor, at path: String) -> Descriptor? {
        let flags = UInt64(UInt32(bitPattern: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
        guard path.hasPrefix("/"), let root = Descriptor(Glibc.open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)),
            let file = Descriptor(linux_open_beneath(root.number, String(path.dropFirst()), flags)),
            file.isTwin(of: document)
        else { return nil }
        return file
    }
}

extension Descriptor {
    func isSame(as other: Descriptor) -> Bool {
        var (first, second) = (stat(), stat())
        return fstat(number, &first) == 0 && fstat(other.number, &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Whether both are regular files with the same size and change time.
    fileprivate func isTwin(of other: Descriptor) -> Bool {
        var (first, second) = (stat(), stat())
        return fstat(number, &first) == 0 && fstat(other.number, &second) == 0
            && first.st_mode & S_IFMT == S_IFREG && second.st_mode & S_IFMT == S_IFREG
            && first.st_size == second.st_size && first.st_ctim.tv_sec == second.st_ctim.tv_sec
            && first.st_ctim.tv_nsec == second.st_ctim.tv_nsec
    }

    var isFolder: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension BusAddress {
    static let documents = BusAddress(
        name: "org.freedesktop.portal.Documents", path: "/org/freedesktop/portal/documents",
        interface: "org.freedesktop.portal.Documents")
}
