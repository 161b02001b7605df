// SPDX-License-Identifier: Apache-2.0

/// Input on its way to whole frames: JSON, each ended by NUL.
struct FrameInput {
    private var bytes: [UInt8] = []
    /// How far has been looked for a NUL already.
    private var scanned = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { bytes.isEmpty }

    /// Takes in what was read.
    ///
    /// - Throws: `input` where a frame grows over the limit.
    mutating func append(_ read: ArraySlice<UInt8>) throws(IconError) {
        bytes.append(contentsOf: read)
        guard bytes.count <= limit || bytes.prefix(limit + 1).contains(0) else {
            throw .input("a frame is longer than \(limit) bytes")
        }
    }

    /// The next whole frame without its NUL; nil where none is whole.
    mutating func next() -> [UInt8]? {
        guard let end = bytes[scanned...].firstIndex(of: 0) else {
            scanned = bytes.count
            return nil
        }
        let frame = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        scanned = 0
        return frame
    }
}
