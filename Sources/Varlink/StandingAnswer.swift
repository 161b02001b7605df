// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The answer to a connection's last call, for as long as it stands: the very same call, coming again, is
/// answered with it and is not even decoded.
///
/// A sheet that is open, or a benchmark, asks the same many times over one connection; what such a call costs
/// is then little more than the two system calls.
final class StandingAnswer {
    /// What a connection may keep: a long sheet, and the request for it.
    private static let frameLimit = 4 << 10
    private static let replyLimit = 16 << 10

    private let frame: [UInt8]
    /// The reply's parameters, encoded; shared with other caches.
    private let parameters: [UInt8]
    /// The reply's frame with its NUL, made when it is first asked for again.
    private(set) lazy var reply = Reply.encoded(parameters).frame
    /// `Server.answerVersion` when it was given.
    let version: Int

    /// Nil for what is too large to be kept.
    init?(frame: [UInt8], parameters: [UInt8], version: Int) {
        guard frame.count <= Self.frameLimit, parameters.count <= Self.replyLimit else { return nil }
        self.frame = frame
        self.parameters = parameters
        self.version = version
    }

    /// Whether a chunk is the call's frame with its NUL, and nothing else.
    func isFor(_ chunk: UnsafeRawBufferPointer) -> Bool {
        guard chunk.count == frame.count + 1, chunk.last == 0, let start = chunk.baseAddress else {
            return false
        }
        return frame.withUnsafeBytes { frame in
            frame.baseAddress.map { memcmp(start, $0, frame.count) == 0 } ?? false
        }
    }
}
