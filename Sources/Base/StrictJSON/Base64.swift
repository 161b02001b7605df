// SPDX-License-Identifier: Apache-2.0

/// Bytes as text in a JSON string: RFC 4648, section 4, always padded.
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// The value of each byte in the alphabet; 0xFF for all others.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    package static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = alphabet
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { text in
            var offset = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                var group: UInt32 = 0
                for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
                for index in 0..<4 {
                    let letter = alphabet[Int(group >> UInt32(18 - 6 * index) & 63)]
                    text[offset + index] = index <= count ? letter : padding
                }
                offset += 4
            }
            return length
        }
    }

    /// Decodes `text`; nil unless it is exactly the output of `encode`. White space, missing padding and
    /// stray bits in the last letter are rejected, so that each value has only one text.
    package static func decode(_ text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count % 4 == 0 else { return nil }
        guard !text.isEmpty else { return [] }
        let pads = text[text.count - 1] != padding ? 0 : text[text.count - 2] != padding ? 1 : 2
        let letters = text.count - pads
        let values = values
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        for index in 0..<text.count {
            let value = index < letters ? values[Int(text[index])] : 0
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            guard index % 4 == 3 else { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
        }
        guard bytes.suffix(pads).allSatisfy({ $0 == 0 }) else { return nil }
        bytes.removeLast(pads)
        return bytes
    }
}
