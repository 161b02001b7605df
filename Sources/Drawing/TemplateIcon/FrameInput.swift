// SPDX-License-Identifier: Apache-2.0

/// Splits input into frames: JSON texts, each followed by NUL.
struct FrameInput {
    private var bytes: [UInt8] = []
    /// Number of bytes already searched for a NUL.
    private var scanned = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { bytes.isEmpty }

    /// Appends input.
    ///
    /// - Throws: `input` if a frame exceeds the limit.
    mutating func append(_ read: ArraySlice<UInt8>) throws(IconError) {
        bytes.append(contentsOf: read)
        guard bytes.count <= limit || bytes.prefix(limit + 1).contains(0) else {
            throw .input("a frame is longer than \(limit) bytes")
        }
    }

    /// Removes and returns the next complete frame without its NUL; nil if there is none yet.
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
