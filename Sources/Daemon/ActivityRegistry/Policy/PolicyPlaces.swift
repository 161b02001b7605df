// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host
package import StrictJSON

/// Where in their files entries of policy stand. Each file is read once.
package struct PolicyPlaces {
    /// The entries of a file by their keys, each with its line.
    private typealias Entries = [ExactText: (value: JSON, line: Int)]

    private var files: [ExactText: Entries] = [:]
    private let note: (String) -> Void

    /// - Parameter note: called with each path before it is read.
    package init(note: @escaping (String) -> Void = { _ in }) {
        self.note = note
    }

    /// The line; nil if the file is too long, cannot be read, or no longer says so.
    package mutating func line(of key: String, _ value: JSON, _ kind: PolicyKind, in path: String) -> Int? {
        let file = entries(of: path, kind)
        guard let (said, line) = file[ExactText(key)], said == value else { return nil }
        return line
    }

    private mutating func entries(of path: String, _ kind: PolicyKind) -> Entries {
        if let file = files[ExactText(path)] { return file }
        note(path)
        let file = Self.read(path, kind)
        files[ExactText(path)] = file
        return file
    }

    private static func read(_ path: String, _ kind: PolicyKind) -> Entries {
        guard
            let bytes = try? AtomicFile.read(path, limit: PolicyLook.maximumBytes, followingLinks: true),
            case .object(let root)? = try? JSON(parsing: bytes),
            case .object(let object)? = kind == .elections ? root.value(ElectionDocument.key) : .object(root)
        else { return [:] }
        var entries: Entries = [:]
        let names = JSON.extentsOfNames(of: kind == .elections ? "/" + ElectionDocument.key : "", in: bytes)
        var (line, offset) = (1, 0)
        for (member, name) in zip(object.members, names) {
            line += bytes[offset..<name.lowerBound].count { $0 == UInt8(ascii: "\n") }
            offset = name.lowerBound
            entries[ExactText(member.name)] = (meaning(of: member.value, kind), line)
        }
        return entries
    }

    /// A value as an entry has it.
    private static func meaning(of value: JSON, _ kind: PolicyKind) -> JSON {
        guard kind == .elections, let election = try? AdminElection(json: value) else { return value }
        return .object(election.object)
    }
}
