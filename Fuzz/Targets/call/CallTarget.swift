// SPDX-License-Identifier: Apache-2.0
//
// A client's bytes, split into frames. The first frames are parsed as calls and checked against the daemon's
// interfaces; accepted calls are decoded as the daemon's handlers do. Each is also parsed as a reply, as
// clients do.

import Harness
@testable import Varlink

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let bytes = input(start, count)
    let frames = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
    checkCutting(bytes, frames, piece: 1 + count % 13)
    guard let desk = Desk.own else { return 1 }
    for frame in frames.prefix(8) {
        desk.check(frame)
        checkReply(frame)
    }
    return 0
}

/// Checks that the frames between the NULs do not depend on the pieces in which the bytes arrive.
private func checkCutting(_ bytes: [UInt8], _ frames: [[UInt8]], piece: Int) {
    var buffer = FrameBuffer()
    var cut: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: piece) {
        bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { buffer.append($0) }
        while start % 5 != 0, let frame = buffer.takeFrame() { cut.append(frame) }
    }
    while let frame = buffer.takeFrame() { cut.append(frame) }
    expect(cut == frames.dropLast(), "the frames are others than what stands between the NULs")
    expect(buffer.frameSize == frames.last?.count ?? 0, "the rest is not what follows the last NUL")
    expect(buffer.isEmpty == (buffer.frameSize == 0), "an empty buffer holds something")
}

private func checkReply(_ frame: [UInt8]) {
    guard let reply = Reply(frame: frame) else { return }
    var text: [UInt8] = []
    reply.serialize(into: &text)
    var again: [UInt8] = []
    Reply(frame: text)?.serialize(into: &again)
    expect(again == text, "a reply changes when it is written and read")
}
