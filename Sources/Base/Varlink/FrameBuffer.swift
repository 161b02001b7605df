// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The received but unhandled bytes of one connection, split into frames at each NUL.
///
/// The rest of a read stays in the buffer; an empty buffer frees its memory above a small floor, so that an
/// idle connection costs next to nothing. Each byte is scanned once, however small the pieces in which a
/// frame arrives.
struct FrameBuffer {
    /// Bytes that an empty buffer may keep allocated for the next frame.
    private static let keptCapacity = 4096

    private var bytes: [UInt8] = []
    /// Start of the first remaining frame.
    private var start = 0
    /// End of the part after `start` without a NUL.
    private var searched = 0
    /// End of the first frame; nil if it is incomplete.
    private var end: Int?

    /// Whether no frame has begun.
    var isEmpty: Bool { start == bytes.count }

    var hasFrame: Bool { end != nil }

    /// Bytes of the first frame received so far.
    var frameSize: Int { (end ?? bytes.count) - start }

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: chunk)
        if end == nil { search() }
    }

    /// Removes the first frame, without its NUL; nil if it is incomplete.
    mutating func takeFrame() -> [UInt8]? {
        guard let end else { return nil }
        if end > Self.keptCapacity, start == 0, end == bytes.count - 1 { return takeAll() }
        let frame = Array(bytes[start..<end])
        start = end + 1
        searched = start
        search()
        compact()
        return frame
    }

    /// Removes a long frame that fills the buffer without copying it. A short one leaves its memory to the
    /// next.
    private mutating func takeAll() -> [UInt8] {
        var frame = bytes
        removeAll()
        frame.removeLast()
        return frame
    }

    mutating func removeAll() {
        self = FrameBuffer()
    }

    private mutating func search() {
        let from = searched
        end = bytes.withUnsafeBytes { all -> Int? in
            guard from < all.count, let base = all.baseAddress else { return nil }
            return memchr(base + from, 0, all.count - from).map { UnsafeRawPointer($0) - base }
        }
        searched = end ?? bytes.count
    }

    /// Drops the consumed bytes once they are the whole buffer, or more than a partial frame behind them.
    private mutating func compact() {
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
            (start, searched) = (0, 0)
        } else if end == nil, start >= bytes.count - start {
            bytes.removeFirst(start)
            (start, searched) = (0, searched - start)
        }
    }
}
