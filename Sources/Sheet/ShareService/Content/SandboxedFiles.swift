// SPDX-License-Identifier: Apache-2.0
//
// A sandbox's path is never handed on. Activities open a path later, and by then the app may have put a link to the person's keys in
// the file's place, or in that of a folder on the way: what it may write to cannot be known, as another instance of it may
// start with more permissions. So each file is linked or copied at once (PrivateCopies), and a folder, of which neither can be
// had, is refused.
//
// The portal names the host's file behind a document. That one is linked, and no gigabytes are read through the portal, if it
// is what the portal shows: of the same size, changed at the same time to the nanosecond. No program can set that time (ctime), but
// two files may have been changed within one tick of the clock; so no link is followed on the way, which the app could have made.

import CGIO
import CLinux
import Glibc
import Host
import SessionBus

/// The files that a sandboxed caller has from the document portal.
struct SandboxedFiles {
    /// The portal's paths; nil for a sandbox other than Flatpak's.
    let documents: DocumentPaths?

    /// - Parameter app: nil where there is nothing to ask the portal for.
    init(_ app: String?, runtime: String, _ connection: BusConnection) {
        documents = app.map { DocumentPaths($0, runtime: runtime, connection) }
    }

    /// The file of the host that a document is, open for reading, and its path; nil where the host has another one there.
    ///
    /// - Parameters:
    ///   - document: as the portal shows it.
    ///   - path: as the portal has it on the host.
    static func original(of document: Descriptor, at path: String) -> Descriptor? {
        let flags = UInt64(UInt32(bitPattern: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
        guard path.hasPrefix("/"), let root = Descriptor(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)),
            let file = Descriptor(linux_open_beneath(root.number, String(path.dropFirst()), flags)),
            file.isTwin(of: document)
        else { return nil }
        return file
    }
}

extension Descriptor {
    /// Whether both are of one file.
    func isSame(as other: Descriptor) -> Bool {
        var (first, second) = (stat(), stat())
        return fstat(number, &first) == 0 && fstat(other.number, &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Whether both are regular files that changed last at the same time, and have as much in them.
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
