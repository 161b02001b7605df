// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityPolicy
import ActivityRegistry
import StrictJSON

/// Conversion of the registry's policy into the types of replies.
extension Registry.PolicyFile {
    init(_ file: PolicyFile) {
        self.init(path: file.path, kind: file.kind, state: file.state, by: file.by)
    }
}

extension Registry.PolicyEntry {
    init(_ entry: PolicyEntry) {
        self.init(
            kind: entry.kind, key: entry.key, value: entry.text, path: entry.path,
            overriddenBy: entry.overriddenBy, line: entry.line, waits: entry.waits ? true : nil)
    }
}

/// Splits the policy into several replies, so that encoding one does not block other clients.
struct PolicyPortions {
    /// Target size of a portion, in bytes.
    private static let size = 65_536

    private var files: ArraySlice<PolicyFile>
    private var entries: ArraySlice<PolicyEntry>

    init(_ report: PolicyReport) {
        (files, entries) = (report.files[...], report.entries[...])
    }

    mutating func next() -> (reply: Registry.PolicyReply, isLast: Bool) {
        var room = Self.size
        var reply = Registry.PolicyReply(files: [], entries: [])
        while room > 0, let file = files.popFirst().map(Registry.PolicyFile.init) {
            room -= file.size
            reply.files.append(file)
        }
        while room > 0, let entry = entries.popFirst().map(Registry.PolicyEntry.init) {
            room -= entry.size
            reply.entries.append(entry)
        }
        return (reply, files.isEmpty && entries.isEmpty)
    }
}

extension Registry.PolicyFile {
    fileprivate var size: Int { path.utf8.count + (by?.utf8.count ?? 0) }
}

extension Registry.PolicyEntry {
    fileprivate var size: Int {
        key.utf8.count + value.utf8.count + path.utf8.count + (overriddenBy?.utf8.count ?? 0)
    }
}
