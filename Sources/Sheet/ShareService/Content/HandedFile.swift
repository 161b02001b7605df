// SPDX-License-Identifier: Apache-2.0
//
// A descriptor shows which file the caller can read, but activities need a path. The kernel knows one, in
// terms of the caller's mounts. For a program of the host, that path is used if it leads to the same file
// here (same device, same inode). A sandbox could put a link to the person's keys there while the sheet is
// open, and get back an activity's output. So each file of a sandbox is linked into a private folder, or
// copied (PrivateCopies); so is every file without a name: a deleted file, a memfd, a picture of a web page.
//
// The service opens the file again, with the person's rights. So a descriptor that the caller cannot read
// from is refused; otherwise the caller could read a file that it may only write to or look up.

import ActivityModel
import CGIO
import CLinux
import ContentSelection
import Glibc
import Host
import SessionBus

struct HandedFile: Sendable {
    /// Maximum length of a name, in bytes: NAME_MAX.
    private static let maximumNameBytes = 255

    let descriptor: Descriptor
    /// The caller's name for the file; nil to use the file's own.
    private let name: String?
    /// The file's MIME type; nil to detect it.
    private let type: String?

    init(_ descriptor: Descriptor, name: String, type: String?) throws(BusError) {
        guard !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
            throw .invalid("The name \"\(printable(name))\" is a path. Give the last part of it.")
        }
        guard name.utf8.count <= Self.maximumNameBytes else {
            throw .invalid("A name is longer than \(Self.maximumNameBytes) bytes.")
        }
        self.descriptor = descriptor
        self.name = name.isEmpty ? nil : name
        self.type = type
    }

    /// Looks up the file, waiting for its disk.
    ///
    /// - Parameters:
    ///   - isSandboxed: whether a sandbox handed the file over.
    ///   - copies: receives the copy, if one is made.
    func lookUp(isSandboxed: Bool, _ copies: inout PrivateCopies) throws(BusError) -> FoundFile {
        let kind = try kind()
        var found: FoundFile
        if !isSandboxed, leadsBack {
            do throws(SelectionError) { found = try LocalFile(path).lookUp(as: givenName) } catch {
                throw .invalid(error.description)
            }
        } else {
            guard kind == S_IFREG else { throw .folder(shownName) }
            found = try copies.add(try source(), at: path, named: givenName)
        }
        if let type { found.set(type: type) }
        return found
    }

    private func kind() throws(BusError) -> mode_t {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else {
            throw .invalid(SelectionError.inaccessible(shownName, code: errno).description)
        }
        guard isReadable else {
            throw .invalid("\(printable(shownName)): its descriptor is not open for reading.")
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG && !isOfProc || kind == S_IFDIR else {
            throw .invalid("\(printable(shownName)) is neither a file nor a folder.")
        }
        return kind
    }

    /// Files of proc(5) report no size, so a copy would be empty; their content also depends on the reading
    /// process.
    private var isOfProc: Bool {
        var system = statfs()
        return fstatfs(descriptor.number, &system) == 0 && system.f_type == Self.proc
    }

    /// PROC_SUPER_MAGIC.
    private static let proc = 0x9FA0

    /// Whether the kernel's path leads to the same file here.
    private var leadsBack: Bool {
        Descriptor(open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC))?.isSame(as: descriptor) == true
    }

    private var isReadable: Bool {
        let flags = fcntl(descriptor.number, F_GETFL)
        return flags >= 0 && flags & O_PATH == 0 && [O_RDONLY, O_RDWR].contains(flags & O_ACCMODE)
    }

    /// The file opened anew, with its own offset. If the caller holds a lease (fcntl(2)), this fails instead
    /// of blocking.
    private func source() throws(BusError) -> Descriptor {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
        guard let source = Descriptor(open("/proc/self/fd/\(descriptor.number)", flags)) else {
            throw .invalid(SelectionError.inaccessible(shownName, code: errno).description)
        }
        return source
    }

    /// The kernel's path of the file, NUL-terminated.
    private var path: [CChar] {
        let bytes = LinkText.bytes(of: "/proc/self/fd/\(descriptor.number)") ?? []
        return bytes.map { CChar(bitPattern: $0) } + [0]
    }

    private var pathText: String { LinkText.of("/proc/self/fd/\(descriptor.number)") ?? "" }

    private var givenName: GivenName { GivenName(shownName, fileName: ownName) }

    private var shownName: String { name ?? ownName ?? Self.nameless }

    /// Last component of the path, truncated, without the kernel's mark of a deleted file; nil if there is
    /// none, and for a memfd, whose name is only a label that its creator chose.
    private var ownName: String? {
        guard !pathText.hasPrefix(Self.memory) else { return nil }
        let last = pathText.split(separator: "/").last ?? ""
        var kept = last.hasSuffix(Self.deleted) ? last.dropLast(Self.deleted.count) : last
        while kept.utf8.count > Self.maximumNameBytes { kept.removeLast() }
        return ["", ".", ".."].contains(kept) ? nil : String(kept)
    }

    private static let nameless = "File"
    private static let memory = "/memfd:"
    private static let deleted = " (deleted)"
}

extension BusError {
    static func folder(_ name: String) -> BusError {
        .invalid("\(printable(name)): a sandbox shares files, and no folders. Share its files.")
    }
}
