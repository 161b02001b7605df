// SPDX-License-Identifier: Apache-2.0

import CGIO
import CLinux
import Glibc
import SessionBus
import StrictJSON

/// The files of a sandboxed caller, as far as they have paths that it cannot put something else behind.
struct SandboxedFiles {
    /// The portal's paths; nil for a sandbox other than Flatpak's.
    let documents: DocumentPaths?
    private let reach: SandboxReach?

    /// Waits for the portal.
    init(_ app: String?, runtime: String, _ connection: BusConnection) {
        documents = app.map { DocumentPaths($0, runtime: runtime, connection) }
        let all = documents?.all()
        reach = app.flatMap { app in all.flatMap { SandboxReach(app, runtime: runtime, documents: $0) } }
    }

    /// Where an open file is on the host; nil where the app might replace it there.
    ///
    /// - Parameter path: as the app's mounts have it.
    func path(of file: Descriptor, _ path: String) -> String? {
        guard let reach else { return nil }
        let found = Descriptor(open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC))
        if let found, found.isSame(as: file), Self.resolved(path)?.isExactly(path) == true {
            let isLeft = found.isFolder ? reach.seesAndLeaves(path) : !reach.canReplace(path)
            return isLeft ? path : nil
        }
        guard let document = documents?.document(path), let seen = documents?.open(document),
            seen.isSame(as: file), let host = documents?.hostPaths(of: [document])[document.identifier]
        else { return nil }
        return self.path(of: document, host)
    }

    /// Where the file is that is a document; nil for a folder, and where the app might replace it there.
    ///
    /// - Parameter host: as the portal has it.
    func path(of document: DocumentPaths.Document, _ host: String) -> String? {
        var status = stat()
        guard let reach, !document.isInFolder, let path = Self.resolved(host), lstat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, !reach.canReplace(path)
        else { return nil }
        return path
    }

    /// Without links.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension Descriptor {
    /// Whether both are of one file.
    func isSame(as other: Descriptor) -> Bool {
        var (first, second) = (stat(), stat())
        return fstat(number, &first) == 0 && fstat(other.number, &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    var isFolder: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
