// SPDX-License-Identifier: Apache-2.0
//
// libpng rejects or skips a chunk with a wrong checksum, and a fuzzer never guesses the right one. So each
// chunk gets the length and checksum of its data. The fuzzer does not guess deflate streams either: the data
// of a chunk named `RAWD`, the picture's lines with their filter bytes, becomes an IDAT chunk of stored
// blocks.

/// The input with valid chunk lengths and checksums; unchanged if it does not begin like a PNG.
struct PNGRepair {
    private(set) var bytes: [UInt8]

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let raw = Array("RAWD".utf8)

    init(_ input: [UInt8]) {
        guard input.starts(with: Self.signature) else {
            bytes = input
            return
        }
        bytes = Self.signature
        var rest = input.dropFirst(8)
        while rest.count >= 8 {
            let announced = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let name = Array(rest.dropFirst(4).prefix(4))
            let data = Array(rest.dropFirst(8).prefix(announced))
            rest = rest.dropFirst(8 + data.count + 4)
            append(name == Self.raw ? Array("IDAT".utf8) : name, name == Self.raw ? stored(data) : data)
        }
    }

    private mutating func append(_ name: [UInt8], _ data: [UInt8]) {
        bytes += bigEndian(UInt32(data.count)) + name + data + bigEndian(Self.checksum(name + data))
    }

    /// A zlib stream of the data (RFC 1950 and 1951): header, uncompressed blocks, Adler-32.
    private func stored(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            stream += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
        } while !rest.isEmpty
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + bigEndian(high << 16 | low)
    }

    private func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }

    /// The data's CRC-32 (PNG specification, annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }
}
