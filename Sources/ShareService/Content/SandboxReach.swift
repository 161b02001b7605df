// SPDX-License-Identifier: Apache-2.0
//
// A path is handed to activities, which open it later, so it must lead to the same file then. An app may put something
// else in a file's place where it may write to any folder on the way. For an app of Flatpak, what it may write to can be
// seen: the mounts of its instances, which Flatpak lists beneath the runtime folder, and the folders that it has from the
// document portal. A path is used as it is only where none of these lies on it; every other file is linked or copied
// (PrivateCopies), and so is each file of an app whose instances are not found, and of other sandboxes.
//
// A folder is more: no part of what lies in it may be the app's to change, or be hidden from the app by another mount, and
// so be read for it by what the person chooses. Where this is not sure the app is asked to share the files.
//
// Mounts are compared by device and by path within it, as proc(5) gives them in mountinfo: the two namespaces need not
// show a folder at the same place. An app that may write to the whole home folder may write to the private copies too;
// it may also write to the person's shell profile, and no sandbox is left.

import Glibc
import Host
import SessionBus
import StrictJSON

/// The paths that an app in a sandbox may change, as far as this can be seen from outside.
struct SandboxReach {
    private let mounts: [Mount]
    private let own: [Mount]
    /// The folders and files that it has from the document portal, as the host has them.
    private let documents: [String]

    /// The reach of a running app; fails where no instance of it is found.
    ///
    /// - Parameter runtime: the person's runtime folder.
    init?(_ app: String, runtime: String, documents: [String]) {
        let tables = Self.processes(of: app, runtime + "/.flatpak").compactMap { Mount.table(of: $0) }
        guard !tables.isEmpty, let own = Mount.table(of: "self") else { return nil }
        (mounts, self.own, self.documents) = (tables.flatMap(\.self), own, documents)
    }

    /// Whether it may put something else in place of any part of the path.
    ///
    /// - Parameter path: without links.
    func canReplace(_ path: String) -> Bool {
        guard let place = place(of: path) else { return true }
        let isMounted = mounts.contains {
            $0.isWritable && $0.device == place.device && Self.isPath(place.path, within: $0.root)
        }
        return isMounted || documents.contains { $0 != path && Self.isPath(path, within: $0) }
    }

    /// Whether all that lies in a folder is the same to it, and none of it can be changed by it.
    ///
    /// - Parameter path: the same for the app; without links.
    func seesAndLeaves(_ path: String) -> Bool {
        guard !canReplace(path), let place = place(of: path) else { return false }
        let isOther = mounts.contains {
            Self.isPath($0.point, within: path) && $0.point != path
                || $0.isWritable && $0.device == place.device && Self.isPath($0.root, within: place.path)
        }
        return !isOther && !documents.contains { Self.isPath($0, within: path) }
    }

    /// Where a path lies, by our own mounts.
    private func place(of path: String) -> (device: String, path: String)? {
        let around = own.filter { Self.isPath(path, within: $0.point) }
        guard let longest = around.map(\.point.utf8.count).max(),
            // A later mount hides the earlier one.
            let mount = around.last(where: { $0.point.utf8.count == longest })
        else { return nil }
        let rest = path.dropFirst(mount.point == "/" ? 0 : mount.point.count)
        return (mount.device, mount.root == "/" ? String(rest) : mount.root + rest)
    }

    private static func isPath(_ path: String, within folder: String) -> Bool {
        folder == "/" || path == folder || path.utf8.starts(with: (folder + "/").utf8)
    }

    /// The numbers of the first processes of its instances.
    private static func processes(of app: String, _ instances: String) -> [String] {
        let names = (try? Folder(opening: instances).names()) ?? []
        return names.compactMap { name in
            guard let folder = Descriptor(open("\(instances)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                Caller.app(of: folder, in: "info") == app,
                let process = ProcessFile.text("bwrapinfo.json", in: folder),
                case .object(let object)? = try? JSON(parsing: process),
                case .integer(let number)? = object.value("child-pid")
            else { return nil }
            return String(number)
        }
    }
}

/// A line of mountinfo, proc(5).
private struct Mount {
    let device: String
    /// The folder of its file system that it shows.
    let root: String
    let point: String
    let isWritable: Bool

    /// A process's mounts; nil for a process that is gone.
    static func table(of process: String) -> [Mount]? {
        guard let file = Descriptor(open("/proc/\(process)/mountinfo", O_RDONLY | O_CLOEXEC)) else {
            return nil
        }
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while case let count = read(file.number, &chunk, chunk.count), count > 0 {
            bytes += chunk.prefix(count)
        }
        let mounts = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(Mount.init)
        return mounts.isEmpty ? nil : mounts
    }

    private init?(_ line: Substring) {
        let fields = line.split(separator: " ")
        guard fields.count > 5 else { return nil }
        (device, root, point) = (String(fields[2]), Self.plain(fields[3]), Self.plain(fields[4]))
        isWritable = fields[5].split(separator: ",").contains("rw")
    }

    /// Without the octal escapes of blanks and backslashes.
    private static func plain(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        while let byte = rest.popFirst() {
            let digits = String(Substring(rest.prefix(3)))
            if byte == UInt8(ascii: "\\"), digits.utf8.count == 3, let code = UInt8(digits, radix: 8) {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
