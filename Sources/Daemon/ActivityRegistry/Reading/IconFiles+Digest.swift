// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

extension IconFiles {
    /// Version of the judgement. Raised whenever activity-draw may judge an icon differently, so that older
    /// findings are not reused.
    package static let judgeVersion = 2

    /// Key under which findings on these files are cached: it covers every name and byte that the judge sees,
    /// and the judge's version.
    package var findingsKey: Digest {
        var digest = SHA256()
        digest.update(counted: Array("\(Self.judgeVersion)".utf8))
        digest.update(counted: Array(icon.utf8))
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            digest.update(counted: Array(name.utf8))
            digest.update(counted: bytes)
        }
        return Digest(digest.finish())
    }

    /// Digest of the icon file itself; nil if that file is missing.
    package var iconDigest: Digest? { files[icon].map(Digest.sha256) }
}
