// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import SessionBus

/// A program of this machine, as the kernel knows it.
package struct CallingProgram: Hashable, Sendable {
    package let process: Int
    /// The systemd unit that it runs in, by its control group; a program cannot choose that without asking systemd.
    package let unit: String?
    /// The path of the file that it runs; nil where the kernel does not say.
    package let executable: String?

    /// The application that its unit is named for.
    package var application: String? { unit.flatMap(SystemdUnitName.application(inUnit:)) }

    /// Its unit; a whole session's (`session-2.scope`) says nothing of one program.
    var account: String {
        guard let unit, !unit.hasPrefix("session-") else { return "process:\(process)" }
        return "unit:" + unit
    }

    /// - Parameter folder: the process's, in /proc.
    init(_ process: Int, _ folder: Descriptor) {
        self.process = process
        unit = ProcessFile.text("cgroup", in: folder).flatMap(SystemdUnitName.unit(inGroups:))
        executable = ProcessFile.target(of: "exe", in: folder)
    }
}

/// What /proc says of a process, proc(5).
enum ProcessFile {
    /// In bytes.
    private static let longest = 64 << 10

    static func text(_ name: String, in folder: Descriptor) -> String? {
        let file = Descriptor(openat(folder.number, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
        guard let file else { return nil }
        var bytes = [UInt8](repeating: 0, count: longest)
        let count = read(file.number, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Without what the kernel says of a file that has been replaced since.
    static func target(of link: String, in folder: Descriptor) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder.number, link, &bytes, Int(PATH_MAX))
        guard count > 0 else { return nil }
        let path = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let deleted = " (deleted)"
        return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
    }
}
