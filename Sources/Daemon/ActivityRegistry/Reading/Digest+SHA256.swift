// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

extension Digest {
    package static func sha256(_ bytes: [UInt8]) -> Digest {
        var digest = SHA256()
        digest.update(bytes)
        return Digest(digest.finish())
    }
}
