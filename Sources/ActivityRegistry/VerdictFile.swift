// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import StrictJSON

/// The form in which verdicts are kept: `{"version":1,"verdicts":{"<key>":[<diagnostic>, …]}}`.
enum VerdictFile {
    static func write(
        _ verdicts: [String: [Diagnostic]], to path: String, mode: UInt32, folderMode: UInt32 = 0o755
    ) throws(RegistryError) {
        let file = JSON.Object([("version", .integer(VerdictCache.fileVersion)), ("verdicts", verdicts.json)])
        try AtomicFile.write(JSON.object(file).serialized, to: path, mode: mode, folderMode: folderMode)
    }

    /// All of it, or nil.
    static func read(_ path: String, _ trust: Trust?) -> [String: [Diagnostic]]? {
        var status = stat()
        guard lstat(path, &status) == 0, trust?.complaint(status, at: path) == nil,
            let bytes = try? AtomicFile.read(path, limit: VerdictCache.maximumBytes),
            case .object(let file)? = try? JSON(parsing: bytes),
            file.value("version") == .integer(VerdictCache.fileVersion)
        else { return nil }
        return try? file.read("verdicts")
    }
}
