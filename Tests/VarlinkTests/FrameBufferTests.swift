// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

@Suite("Cutting bytes into frames")
struct FrameBufferTests {
    /// The frames that the buffer yields if `text` arrives in pieces of `size` bytes; "|" stands for NUL.
    func frames(_ text: String, piece size: Int) -> (frames: [String], rest: Int) {
        var buffer = FrameBuffer()
        var frames: [String] = []
        let bytes = text.utf8.map { $0 == UInt8(ascii: "|") ? 0 : $0 }
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { buffer.append($0) }
            while let frame = buffer.takeFrame() { frames.append(String(decoding: frame, as: UTF8.self)) }
        }
        return (frames, buffer.frameSize)
    }

    @Test("whatever the pieces, the frames are the same", arguments: 1...12)
    func cuts(size: Int) {
        #expect(frames("one|two|three|", piece: size) == (["one", "two", "three"], 0))
        #expect(frames("|a||bc|half", piece: size) == (["", "a", "", "bc"], 4))
        #expect(frames("half", piece: size) == ([], 4))
    }

    @Test("frames that are not taken stay, in order")
    func keeps() {
        var buffer = FrameBuffer()
        Array("a\0b\0c".utf8).withUnsafeBytes { buffer.append($0) }
        #expect(buffer.hasFrame && buffer.frameSize == 1)
        #expect(buffer.takeFrame() == Array("a".utf8))
        Array("d\0".utf8).withUnsafeBytes { buffer.append($0) }
        #expect(buffer.takeFrame() == Array("b".utf8))
        #expect(buffer.takeFrame() == Array("cd".utf8))
        #expect(buffer.takeFrame() == nil)
        #expect(buffer.isEmpty)
    }
}
