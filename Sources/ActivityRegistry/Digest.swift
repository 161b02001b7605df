// SPDX-License-Identifier: Apache-2.0

import CMessageDigest

/// What files are known by: equal digests, equal bytes.
package enum Digest {
    /// SHA-256 (FIPS 180-4) in lower-case hexadecimal.
    package static func sha256(_ bytes: [UInt8]) -> String {
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

    mutating func finish() -> String {
        var bytes = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256Final(&bytes, &context)
        return Self.hexadecimal(bytes)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        func digit(_ value: UInt8) -> UInt8 {
            value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        }
        return String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
    }
}
