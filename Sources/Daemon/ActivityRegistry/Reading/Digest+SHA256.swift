// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

extension Digest {
    package static func sha256(_ bytes: [UInt8]) -> Digest {
        Digest(SHA256.digest(of: bytes))
    }
}
