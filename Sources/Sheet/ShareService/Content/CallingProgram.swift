// SPDX-License-Identifier: Apache-2.0
//
// Two programs of ours ask for their parent: activity-sheet for the file manager whose menu started it,
// activity-share-host for a browser. Other programs ask for themselves.

import CGIO
import Glibc
import Host
import SessionBus

/// A program of this machine, as the kernel knows it.
package struct CallingProgram: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case command = "activity-sheet"
        case browserHost = "activity-share-host"
        case other
    }

    package let process: Int
    /// The systemd unit that it runs in, by its control group.
    package let unit: String?
    /// The path of the file that it runs; nil where the kernel does not say.
    package let executable: String?
    let kind: Kind
    /// The application whose name it owns, where its unit is named for none.
    var nameOnBus: String?
    /// The programs that started one of ours, its parent first; none of another.
    private(set) var starters: [CallingProgram] = []

    /// Menus start commands by way of a shell or two.
    private static let mostStarters = 4

    /// The application that its unit is named for, or whose name it owns.
    var application: String? { unit.flatMap(SystemdUnitName.application(inUnit:)) ?? nameOnBus }

    /// Its unit; a whole session's (`session-2.scope`), or that of the bus and all that it starts, says nothing of one program.
    var account: String {
        guard let unit, !unit.hasPrefix("session-"), !Self.busUnits.contains(unit) else {
            return "process:\(process)"
        }
        return "unit:" + unit
    }

    /// A program of ours is another process each time, and asks for the program that has started it.
    var sharer: String { kind == .other ? account : kind.rawValue }

    private static let busUnits = ["dbus.service", "dbus-broker.service"]

    /// Whether it runs where the bus starts programs. Any other may own an application's name as well.
    var isStartedByBus: Bool {
        unit.map { Self.busUnits.contains($0) || $0.hasPrefix("dbus-:") } ?? false
    }

    /// - Parameters:
    ///   - folder: the process's, in /proc.
    ///   - programs: where ours lie, by their names.
    init(
        _ process: Int, _ folder: Descriptor, proc: String = "/proc",
        programs: (String) -> String = OwnProgram.path
    ) {
        self.init(process, folder, programs)
        guard kind != .other else { return }
        var next = ProcessFile.parent(in: folder)
        while let parent = next, parent > 1, starters.count < Self.mostStarters,
            let folder = Descriptor(open("\(proc)/\(parent)", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        {
            starters.append(CallingProgram(parent, folder, programs))
            next = ProcessFile.parent(in: folder)
        }
    }

    private init(_ process: Int, _ folder: Descriptor, _ programs: (String) -> String) {
        self.process = process
        unit = ProcessFile.text("cgroup", in: folder).flatMap(SystemdUnitName.unit(inGroups:))
        executable = ProcessFile.target(of: "exe", in: folder)
        let kinds = [Kind.command, .browserHost]
        kind = kinds.first { ProcessFile.isSame("exe", in: folder, programs($0.rawValue)) } ?? .other
    }
}

/// A process's files in /proc, proc(5).
enum ProcessFile {
    /// The most bytes that are read of one.
    private static let longest = 64 << 10

    static func text(_ name: String, in folder: Descriptor) -> String? {
        let file = Descriptor(openat(folder.number, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
        let bytes = file.flatMap { Descriptor.read($0.number, limit: longest) } ?? []
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The number in the line of that name.
    static func number(_ name: String, in file: String, of folder: Descriptor) -> Int? {
        let line = text(file, in: folder)?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
    }

    static func parent(in folder: Descriptor) -> Int? { number("PPid:", in: "status", of: folder) }

    /// Without what the kernel says of a file that has been replaced since.
    static func target(of link: String, in folder: Descriptor) -> String? {
        guard let path = LinkText.of(link, in: folder.number) else { return nil }
        let deleted = " (deleted)"
        return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
    }

    /// Whether a link of the process leads to that very file.
    static func isSame(_ link: String, in folder: Descriptor, _ path: String) -> Bool {
        var (theirs, ours) = (stat(), stat())
        guard fstatat(folder.number, link, &theirs, 0) == 0, stat(path, &ours) == 0 else { return false }
        return theirs.st_dev == ours.st_dev && theirs.st_ino == ours.st_ino
    }
}
