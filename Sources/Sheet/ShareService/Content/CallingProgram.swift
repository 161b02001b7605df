// SPDX-License-Identifier: Apache-2.0
//
// Two of our programs share on behalf of the program that started them: activity-sheet for the file manager
// whose menu started it, activity-share-host for a browser. Other programs share for themselves.

import CGIO
import Glibc
import Host
import SessionBus

/// A program outside any sandbox, as /proc describes it.
package struct CallingProgram: Hashable, Sendable {
    enum ProgramKind: String, Hashable, Sendable {
        case command = "activity-sheet"
        case browserHost = "activity-share-host"
        case other
    }

    package let process: Int
    package let unit: String?
    package let executable: String?
    let kind: ProgramKind
    /// The application whose bus name the program owns; looked up only if the bus started it and the unit
    /// names no application.
    var nameOnBus: String?
    /// The ancestors of one of our programs, its parent first; empty for other programs.
    private(set) var starters: [CallingProgram] = []

    /// Maximum number of ancestors to examine: menus start commands through a shell or two.
    private static let maximumAncestors = 4

    /// The application that the unit is named after, or whose bus name the program owns.
    var application: String? { unit.flatMap(SystemdUnitName.application(inUnit:)) ?? nameOnBus }

    /// Key for quotas: the program's unit, or its process if the unit is that of a whole session
    /// (`session-2.scope`), or of the bus and all programs that it starts.
    var account: String {
        guard let unit, !unit.hasPrefix("session-"), !Self.busUnits.contains(unit) else {
            return "process:\(process)"
        }
        return "unit:" + unit
    }

    /// Key of the sharing program. One of ours is a new process each time and acts for the program that
    /// started it, so its kind is the key.
    var sharer: String { kind == .other ? account : kind.rawValue }

    private static let busUnits = ["dbus.service", "dbus-broker.service"]

    /// Whether the program runs in a unit in which the bus starts programs. Programs elsewhere may own an
    /// application's name as well.
    var isStartedByBus: Bool {
        unit.map { Self.busUnits.contains($0) || $0.hasPrefix("dbus-:") } ?? false
    }

    /// - Parameters:
    ///   - folder: the process's folder in /proc.
    ///   - programs: returns the path of one of our programs by its name.
    init(
        _ process: Int, _ folder: Descriptor, proc: String = "/proc",
        programs: (String) -> String = OwnProgram.path
    ) {
        self.init(process, folder, programs)
        guard kind != .other else { return }
        var next = ProcessFile.parent(in: folder)
        while let parent = next, parent > 1, starters.count < Self.maximumAncestors,
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
        let kinds = [ProgramKind.command, .browserHost]
        kind = kinds.first { ProcessFile.isSame("exe", in: folder, programs($0.rawValue)) } ?? .other
    }
}

/// A process's files in /proc, proc(5).
enum ProcessFile {
    /// Maximum number of bytes to read from a file.
    private static let maximumBytes = 64 << 10

    static func text(_ name: String, in folder: Descriptor) -> String? {
        let file = Descriptor(openat(folder.number, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK))
        let bytes = file.flatMap { Descriptor.read($0.number, limit: maximumBytes) } ?? []
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The last number in the line that begins with `name`.
    static func number(_ name: String, in file: String, of folder: Descriptor) -> Int? {
        let line = text(file, in: folder)?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
    }

    static func parent(in folder: Descriptor) -> Int? { number("PPid:", in: "status", of: folder) }

    /// Target of a link, without the kernel's mark of a deleted file.
    static func target(of link: String, in folder: Descriptor) -> String? {
        guard let path = LinkText.of(link, in: folder.number) else { return nil }
        let deleted = " (deleted)"
        return path.hasSuffix(deleted) ? String(path.dropLast(deleted.count)) : path
    }

    /// Whether a link of the process leads to the file at `path`.
    static func isSame(_ link: String, in folder: Descriptor, _ path: String) -> Bool {
        var (theirs, ours) = (stat(), stat())
        guard fstatat(folder.number, link, &theirs, 0) == 0, stat(path, &ours) == 0 else { return false }
        return theirs.st_dev == ours.st_dev && theirs.st_ino == ours.st_ino
    }
}
