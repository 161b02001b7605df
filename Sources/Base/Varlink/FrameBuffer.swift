// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The bytes of one connection that have come and are not yet served, cut into frames at each NUL.
///
/// What is left of a read stays; memory above a small floor is given back once it is empty, so that an idle
/// connection costs next to nothing. Each byte is scanned once, however small the pieces in which a frame
/// arrives.
struct FrameBuffer {
    /// Bytes that an empty buffer may keep for the next frame.
    private static let keptCapacity = 4096

    private var bytes: [UInt8] = []
    /// Where the first frame not taken begins.
    private var start = 0
    /// Up to where no NUL was found.
    private var searched = 0
    /// Where the first frame ends, if it is whole.
    private var end: Int?

    /// Whether a frame has begun, whole or not.
    var isEmpty: Bool { start == bytes.count }

    var hasFrame: Bool { end != nil }

    /// Bytes of the first frame, as far as it has come.
    var frameSize: Int { (end ?? bytes.count) - start }

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: chunk)
        if end == nil { search() }
    }

    /// Takes the first frame, without its NUL; nil while none is whole.
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

    /// Takes a long frame that is all there is without copying it. A short one leaves its memory to the next.
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

    /// Drops what is taken, once it is everything or, with a partial frame behind it, more than that frame.
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
