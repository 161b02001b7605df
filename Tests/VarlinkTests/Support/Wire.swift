// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A client that works on bytes: it sends anything, splits its input at each NUL, and never blocks.
final class Wire {
    let descriptor: CInt
    private(set) var frames: [String] = []
    private(set) var hasEnded = false
    private var rest: [UInt8] = []

    init(connecting path: String) throws {
        // Close-on-exec: a concurrent test starts Python, which would otherwise inherit it and keep it open.
        let flags = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        descriptor = socket(AF_UNIX, CInt(flags), 0)
        guard linux_unix_connect(descriptor, path) == 0 else {
            throw WireError(step: "connect", code: errno)
        }
    }

    deinit { hangUp() }

    private var isClosed = false

    func hangUp() {
        if !isClosed { close(descriptor) }
        isClosed = true
    }

    func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Sends as much as the socket accepts, and returns the rest.
    @discardableResult
    func send(raw bytes: [UInt8]) -> [UInt8] {
        let sent = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        return sent < 0 ? bytes : Array(bytes[sent...])
    }

    /// Sends each text as a frame, with its NUL.
    func send(_ frames: String...) {
        send(raw: frames.flatMap { Array($0.utf8) + [0] })
    }

    /// Reads all bytes that have arrived, and splits them into `frames`.
    func receive() {
        guard !isClosed else { return }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count == 0 || count < 0 && errno != EAGAIN { hasEnded = true }
            guard count > 0 else { return }
            var start = 0
            while let end = bytes.withUnsafeBytes({ all in
                all.baseAddress.flatMap { memchr($0 + start, 0, count - start) }.map { all.distance(to: $0) }
            }) {
                frames.append(String(decoding: rest + bytes[start..<end], as: UTF8.self))
                rest = []
                start = end + 1
            }
            rest += bytes[start..<count]
        }
    }

    /// Removes and returns the oldest frame.
    func takeFrame() -> String? { frames.isEmpty ? nil : frames.removeFirst() }
}

struct WireError: Error {
    let step: String
    let code: CInt
}

extension UnsafeRawBufferPointer {
    fileprivate func distance(to place: UnsafeMutableRawPointer) -> Int {
        baseAddress.map { UnsafeRawPointer(place) - $0 } ?? 0
    }
}
