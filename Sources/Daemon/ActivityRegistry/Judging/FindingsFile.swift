// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

/// The file format of findings: `{"version":1,"verdicts":{"<key>":[<diagnostic>, …]}}`.
extension [Digest: [Diagnostic]] {
    /// Reads a file; nil if it is missing, if any part of it is invalid, or if another user may have written
    /// it.
    init?(_ file: StateFile, _ trust: Trust?) {
        var status = stat()
        guard lstat(file.path, &status) == 0, trust?.complaint(status, at: file.path) == nil,
            case .object(let object) = file.content(),
            object.value("version") == .integer(FindingsCache.fileVersion),
            case .object(let members)? = object.value("verdicts")
        else { return nil }
        self.init(minimumCapacity: members.members.count)
        for (name, value) in members.members {
            guard let key = Digest(name), let found = try? [Diagnostic](json: value) else { return nil }
            self[key] = found
        }
    }

    var document: JSON.Object {
        let members = sorted { $0.key < $1.key }.map { ($0.key.description, $0.value.json) }
        return JSON.Object([
            ("version", .integer(FindingsCache.fileVersion)), ("verdicts", .object(JSON.Object(members))),
        ])
    }
}
