// SPDX-License-Identifier: Apache-2.0

import CMessageDigest

/// SHA-256 (FIPS 180-4), computed incrementally.
package struct SHA256: ~Copyable {
    private var context = SHA2_CTX()

    package init() { SHA256Init(&context) }

    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }

    package mutating func update(_ bytes: [UInt8]) { SHA256Update(&context, bytes, bytes.count) }

    /// Hashes a piece with its length, so that different lists of pieces never hash the same bytes.
    package mutating func update(counted bytes: [UInt8]) {
        update(Array("\(bytes.count):".utf8))
        update(bytes)
    }

    package mutating func finish() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256Final(&bytes, &context)
        return bytes
    }
}
