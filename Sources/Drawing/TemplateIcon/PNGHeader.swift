// SPDX-License-Identifier: Apache-2.0

/// A PNG's declarations before its first pixel (PNG specification, section 11.2.1), read without decoding.
///
/// They include the dimensions, so a picture that would expand to gigabytes is rejected without decoding.
struct PNGHeader {
    let width: Int
    let height: Int
    /// Whether the file announces an animation (APNG's acTL chunk, which precedes the first IDAT).
    let isAnimated: Bool

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads the header; nil unless `bytes` begin like a PNG.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 33, bytes.starts(with: Self.signature), Self.name(bytes, 8) == "IHDR" else {
            return nil
        }
        width = Self.number(bytes, 16)
        height = Self.number(bytes, 20)
        isAnimated = Self.announcesAnimation(bytes)
    }

    private static func announcesAnimation(_ bytes: [UInt8]) -> Bool {
        chunk(of: bytes) { name, _ in ["acTL", "IDAT"].contains(name) } == "acTL"
    }

    /// Whether a tEXt chunk (section 11.3.4.3) contains `text` under `keyword`. A fraction in Thumb::MTime,
    /// as Tumbler 4.20 writes it, is ignored.
    static func texts(_ bytes: [UInt8], include keyword: String, _ text: String) -> Bool {
        let entry = keyword.utf8 + [0] + text.utf8
        return chunk(of: bytes) { name, data in
            let seconds = keyword == "Thumb::MTime" ? data.prefix { $0 != UInt8(ascii: ".") } : data
            return name == "tEXt" && seconds.elementsEqual(entry)
        } != nil
    }

    /// The name of the first matching chunk before IEND; nil if none matches.
    private static func chunk(
        of bytes: [UInt8], where isMeant: (_ name: String, _ data: ArraySlice<UInt8>) -> Bool
    ) -> String? {
        var offset = 8
        while offset + 12 <= bytes.count {
            let (name, length) = (name(bytes, offset), number(bytes, offset))
            if name == "IEND" { return nil }
            let start = offset + 8
            if isMeant(name, bytes[start..<min(start + length, bytes.count)]) { return name }
            offset += 12 + length
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func name(_ bytes: [UInt8], _ offset: Int) -> String {
        String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
    }
}
