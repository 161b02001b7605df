// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

/// The form in which findings are kept: `{"version":1,"verdicts":{"<key>":[<diagnostic>, …]}}`.
struct FindingsFile {
    let findings: [Digest: [Diagnostic]]

    init(_ findings: [Digest: [Diagnostic]]) {
        self.findings = findings
    }

    /// All that the file at `path` holds; nil if any part of it is wrong, or another user may have
    /// written it.
    init?(_ path: String, _ trust: Trust?) {
        var status = stat()
        guard lstat(path, &status) == 0, trust?.complaint(status, at: path) == nil,
            let bytes = try? AtomicFile.read(path, limit: FindingsCache.maximumBytes),
            case .object(let file)? = try? JSON(parsing: bytes),
            file.value("version") == .integer(FindingsCache.fileVersion),
            case .object(let members)? = file.value("verdicts")
        else { return nil }
        var findings: [Digest: [Diagnostic]] = [:]
        findings.reserveCapacity(members.members.count)
        for (name, value) in members.members {
            guard let key = Digest(name), let found = try? [Diagnostic](json: value) else { return nil }
            findings[key] = found
        }
        self.init(findings)
    }

    func write(to path: String, mode: UInt32, folderMode: UInt32 = 0o755) throws(StorageError) {
        let members = findings.sorted { $0.key < $1.key }.map { ($0.key.description, $0.value.json) }
        let file = JSON.Object([
            ("version", .integer(FindingsCache.fileVersion)), ("verdicts", .object(JSON.Object(members))),
        ])
        try AtomicFile.write(JSON.object(file).serialized, to: path, mode: mode, folderMode: folderMode)
    }
}
