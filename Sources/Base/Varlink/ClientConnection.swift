// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import StrictJSON

/// A client's connection that never blocks: a program with a loop of its own watches `descriptor`. `Client`
/// is for programs without one.
///
/// Calls may be pipelined; the service replies in order, one call after another.
package final class ClientConnection {
    package enum Answer {
        /// `continues`: another reply to the same call follows.
        case reply(JSON.Object, continues: Bool)
        case error(VarlinkError)
    }

    package let descriptor: CInt
    private var input = FrameBuffer()
    private var output = OutputBuffer()

    /// - Throws: `notRunning`, `notPermitted` or `system`; `timedOut` if the service's listen queue is full.
    package convenience init(connecting path: String) throws(ClientError) {
        try self.init(CInt(SOCK_NONBLOCK.rawValue))
        guard try connect(to: path) else { throw .timedOut }
    }

    /// - Parameter flags: further flags of the socket.
    init(_ flags: CInt) throws(ClientError) {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | flags, 0)
        guard descriptor >= 0 else { throw .system(SystemError("socket")) }
    }

    /// Returns false if the service's listen queue is full; a blocking socket first waits for its send
    /// timeout.
    func connect(to path: String) throws(ClientError) -> Bool {
        while linux_unix_connect(descriptor, path) != 0 {
            switch errno {
            case EINTR: continue
            case EAGAIN: return false
            case ENOENT, ECONNREFUSED, ENOTDIR: throw .notRunning(path: path)
            case EACCES, EPERM: throw .notPermitted(path: path)
            default: throw .system(SystemError("connect"))
            }
        }
        return true
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether to poll the descriptor for writing.
    package var hasOutput: Bool { !output.isEmpty }

    /// Sends as much as possible at once; `write` sends the rest.
    package func call(_ method: String, _ parameters: JSON.Object, wantsMore: Bool = false) {
        _ = send(Call(method: method, parameters: parameters, wantsMore: wantsMore))
    }

    func send(_ call: Call) -> OutputBuffer.Outcome {
        _ = output.append(limit: .max, call.serialize(into:))
        return flush()
    }

    package func write() { _ = flush() }

    /// A service that refuses a call stops reading it and hangs up, so a write error is ignored: the reason
    /// is still to be read.
    func flush() -> OutputBuffer.Outcome { output.write(to: descriptor) }

    /// Receives once, and returns the replies that are complete.
    ///
    /// - Throws: `disconnected`, after all earlier replies; `protocolFault`; `system`.
    package func read() throws(ClientError) -> [Answer] {
        _ = try receive()
        var answers: [Answer] = []
        while let answer = try nextAnswer() { answers.append(answer) }
        return answers
    }

    /// Removes the next reply; nil if it is not complete yet.
    func nextAnswer() throws(ClientError) -> Answer? {
        guard let frame = input.takeFrame() else { return nil }
        switch Reply(frame: frame) {
        case .parameters(let parameters, let continues): return .reply(parameters, continues: continues)
        case .error(let error): return .error(error)
        case .encoded, nil: throw .protocolFault("it sent something that is not a reply")
        }
    }

    /// Receives once; false if there is nothing to receive.
    func receive() throws(ClientError) -> Bool {
        let received = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { scratch in
            let count = recv(descriptor, scratch.baseAddress, scratch.count, 0)
            if count > 0 { input.append(UnsafeRawBufferPointer(rebasing: scratch[..<count])) }
            return count
        }
        guard received <= 0 else { return true }
        guard received < 0 else { throw .disconnected }
        switch errno {
        case EINTR: return true
        case EAGAIN: return false
        case ECONNRESET, EPIPE: throw .disconnected
        default: throw .system(SystemError("recv"))
        }
    }
}
