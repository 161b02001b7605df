// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import StrictJSON

/// Where in their files entries of policy stand. Each file is read once.
struct PolicyPlaces {
    private var files: [ExactText: PolicyText] = [:]

    /// Nil where the file is long, cannot be read, or no longer says so.
    mutating func line(of entry: Registry.PolicyEntry) -> Int? {
        let path = ExactText(entry.path)
        let file = files[path] ?? PolicyText(entry.path, entry.kind)
        files[path] = file
        guard let (value, line) = file.members[ExactText(entry.key)],
            (try? JSON(parsing: entry.value)) == value
        else { return nil }
        return line
    }
}

/// What a file of policy says, and in which line.
private struct PolicyText {
    private static let maximumBytes = 1 << 20

    /// By the keys that entries have.
    private(set) var members: [ExactText: (value: JSON, line: Int)] = [:]

    init(_ path: String, _ kind: PolicyKind) {
        guard let bytes = try? FileBytes.read(path, limit: Self.maximumBytes),
            bytes.count <= Self.maximumBytes, case .object(let root)? = try? JSON(parsing: bytes),
            case .object(let object)? = kind == .elections ? root.value("elections") : .object(root)
        else { return }
        let names = JSON.extentsOfNames(of: kind == .elections ? "/elections" : "", in: bytes)
        var (line, offset) = (1, 0)
        for (member, name) in zip(object.members, names) {
            line += bytes[offset..<name.lowerBound].count { $0 == UInt8(ascii: "\n") }
            offset = name.lowerBound
            members[ExactText(member.name)] = (member.value, line)
        }
    }
}
