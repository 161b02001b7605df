// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// Identity of some bytes: equal digests, equal bytes. SHA-256 (FIPS 180-4), in 32 bytes without a heap
/// allocation.
package struct Digest: Hashable, Sendable, Comparable, CustomStringConvertible {
    // Not two UInt128: they are aligned to 16 bytes, and would align every containing type so.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter bytes: 32 bytes; missing ones count as zero.
    package init(_ bytes: [UInt8]) {
        func word(_ index: Int) -> UInt64 {
            (index * 8..<index * 8 + 8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
        }
        words = (word(0), word(1), word(2), word(3))
    }

    /// Parses 64 lower-case hexadecimal digits; nil for any other text.
    package init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == 64, digits.allSatisfy({ $0 < 0x3A ? $0 >= 0x30 : (0x61...0x66).contains($0) })
        else { return nil }
        var words: [UInt64] = [0, 0, 0, 0]
        for (index, digit) in digits.enumerated() {
            let value = digit < 0x3A ? digit - 0x30 : digit - 0x61 + 10
            words[index / 16] = words[index / 16] << 4 | UInt64(value)
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    package var description: String {
        String(unsafeUninitializedCapacity: 64) { text in
            for (index, word) in [words.0, words.1, words.2, words.3].enumerated() {
                for position in 0..<16 {
                    let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - position * 4)) & 15
                    let letter = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                    text[index * 16 + position] = letter
                }
            }
            return 64
        }
    }

    package static func < (one: Digest, other: Digest) -> Bool {
        one.words < other.words
    }

    package static func == (one: Digest, other: Digest) -> Bool { one.words == other.words }

    /// The words are as good as random, so one of them is enough.
    package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
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
