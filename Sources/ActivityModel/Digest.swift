// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// What bytes are known by: equal digests, equal bytes. SHA-256 (FIPS 180-4), in 32 bytes without a heap of
/// their own.
package struct Digest: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let high: UInt128
    private let low: UInt128

    /// - Parameter bytes: 32 of them; missing ones count as zero.
    package init(_ bytes: [UInt8]) {
        func number(_ bytes: ArraySlice<UInt8>) -> UInt128 { bytes.reduce(0) { $0 << 8 | UInt128($1) } }
        high = number(bytes.prefix(16))
        low = number(bytes.dropFirst(16).prefix(16))
    }

    /// Nil for all but 64 hexadecimal digits in lower case.
    package init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == 64, digits.allSatisfy({ $0 < 0x3A ? $0 >= 0x30 : (0x61...0x66).contains($0) })
        else { return nil }
        guard let high = UInt128(text.prefix(32), radix: 16), let low = UInt128(text.suffix(32), radix: 16)
        else { return nil }
        (self.high, self.low) = (high, low)
    }

    /// In lower-case hexadecimal.
    package var description: String {
        String(unsafeUninitializedCapacity: 64) { text in
            for place in 0..<64 {
                let number = place < 32 ? high : low
                let digit = UInt8(truncatingIfNeeded: number >> UInt128(124 - place % 32 * 4)) & 15
                text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 64
        }
    }

    package static func < (one: Digest, other: Digest) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }
}

extension Digest: JSONConvertible {
    package init(json: JSON) throws(JSON.Mismatch) {
        guard case .string(let text) = json, let digest = Digest(text) else {
            throw JSON.Mismatch(expected: "a digest of 64 hexadecimal digits")
        }
        self = digest
    }

    package var json: JSON { .string(description) }
}
