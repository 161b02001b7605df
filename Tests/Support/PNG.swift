// SPDX-License-Identifier: Apache-2.0

/// Writes uncompressed pictures, such as pictures with one defect (PNG specification, sections 5 and 11; RFC
/// 1950, 1951).
package enum PNG {
    package typealias Pixel = [UInt8]

    package static func make(_ size: Int, _ pixel: (_ x: Int, _ y: Int) -> Pixel) -> [UInt8] {
        make(width: size, height: size, pixel)
    }

    /// - Parameter texts: what it says of itself (tEXt chunks), by keyword.
    package static func make(
        width: Int, height: Int, texts: KeyValuePairs<String, String> = [:],
        _ pixel: (_ x: Int, _ y: Int) -> Pixel
    ) -> [UInt8] {
        var raw: [UInt8] = []
        for y in 0..<height {
            raw.append(0)
            for x in 0..<width { raw += pixel(x, y) }
        }
        let texts = texts.flatMap { chunk("tEXt", $0.utf8 + [0] + $1.utf8) }
        return picture(width, height, colourType: 6, texts, raw)
    }

    /// One pixel, announced as so many.
    package static func bomb(_ size: Int, texts: KeyValuePairs<String, String> = [:]) -> [UInt8] {
        let texts = texts.flatMap { chunk("tEXt", $0.utf8 + [0] + $1.utf8) }
        return picture(size, size, colourType: 6, texts, [0, 0, 0, 0, 0])
    }

    /// A disk in the middle, of two colours, one of them transparent.
    package static func disk(_ size: Int, _ colour: Pixel) -> [UInt8] {
        var raw: [UInt8] = []
        for y in 0..<size {
            raw.append(0)
            for x in 0..<size {
                let (dx, dy) = (2 * x + 1 - size, 2 * y + 1 - size)
                raw.append(dx * dx + dy * dy < size * size / 2 ? 1 : 0)
            }
        }
        let palette = chunk("PLTE", [0, 0, 0] + colour[..<3]) + chunk("tRNS", [0, colour[3]])
        return picture(size, size, colourType: 3, palette, raw)
    }

    private static func picture(
        _ width: Int, _ height: Int, colourType: UInt8, _ chunks: [UInt8], _ raw: [UInt8]
    ) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width) + big(height) + [8, colourType, 0, 0, 0]) + chunks
            + chunk("IDAT", stored(raw)) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return big(data.count) + body + big(Int(~body.reduce(UInt32.max) { checksum($0, $1) }))
    }

    /// One step of CRC-32.
    private static func checksum(_ sum: UInt32, _ byte: UInt8) -> UInt32 {
        (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
    }

    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        var result: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(65535)
            rest = rest.dropFirst(part.count)
            let count = UInt16(part.count)
            result += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            result += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + part
        }
        return result + big(b << 16 | a)
    }

    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
