// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import CMessageDigest

extension Digest {
    package static func sha256(_ bytes: [UInt8]) -> Digest {
        var digest = SHA256()
        digest.update(bytes)
        return digest.finish()
    }
}

/// SHA-256 of bytes that come in pieces.
struct SHA256: ~Copyable {
    private var context = SHA2_CTX()

    init() { SHA256Init(&context) }

    mutating func update(_ bytes: [UInt8]) { SHA256Update(&context, bytes, bytes.count) }

    /// A piece together with its length, so that no two lists of pieces are the same bytes.
    mutating func update(counted bytes: [UInt8]) {
        update(Array("\(bytes.count):".utf8))
        update(bytes)
    }

    mutating func finish() -> Digest {
        var bytes = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256Final(&bytes, &context)
        return Digest(bytes)
    }
}
