// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import StrictJSON

/// A client's connection for a program with a loop of its own: it watches `descriptor`, and nothing here blocks.
///
/// Calls may be sent ahead; the service answers them in order, one after another.
package final class ClientConnection {
    package enum Answer {
        /// `continues`: another answer to the same call follows.
        case reply(JSON.Object, continues: Bool)
        case error(VarlinkError)
    }

    package let descriptor: CInt
    private var input = FrameBuffer()
    private var output = OutputBuffer()

    /// - Throws: `notRunning` or `notPermitted`; `timedOut` where the service is behind with accepting.
    package init(connecting path: String) throws(ClientError) {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        descriptor = socket(AF_UNIX, CInt(type), 0)
        guard descriptor >= 0 else { throw .system(SystemError("socket")) }
        while linux_unix_connect(descriptor, path) != 0 {
            switch errno {
            case EINTR: continue
            case EAGAIN: throw .timedOut
            case ENOENT, ECONNREFUSED, ENOTDIR: throw .notRunning(path: path)
            case EACCES, EPERM: throw .notPermitted(path: path)
            default: throw .system(SystemError("connect"))
            }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether the descriptor is to be watched for room.
    package var hasOutput: Bool { !output.isEmpty }

    /// Sends what goes at once, and keeps the rest for `write`.
    package func call(
        _ method: String, _ parameters: JSON.Object, wantsMore: Bool = false
    ) throws(ClientError) {
        let call = Call(method: method, parameters: parameters, wantsMore: wantsMore)
        _ = output.append(limit: .max, call.serialize(into:))
        try write()
    }

    package func write() throws(ClientError) {
        // A service that refuses a call hangs up on the rest of it; its reason is then still to be read.
        _ = output.write(to: descriptor)
    }

    /// The answers that have come whole.
    ///
    /// - Throws: `disconnected`, after all that came before it; `protocolFault`.
    package func read() throws(ClientError) -> [Answer] {
        let isOpen = try receive()
        var answers: [Answer] = []
        while let frame = input.takeFrame() {
            switch Reply(frame: frame) {
            case .parameters(let parameters, let continues):
                answers.append(.reply(parameters, continues: continues))
            case .error(let error): answers.append(.error(error))
            case .encoded, nil: throw .protocolFault("it sent something that is not a reply")
            }
        }
        guard isOpen || !answers.isEmpty else { throw .disconnected }
        return answers
    }

    /// False where the service has hung up.
    private func receive() throws(ClientError) -> Bool {
        let received = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { scratch in
            let count = recv(descriptor, scratch.baseAddress, scratch.count, 0)
            if count > 0 { input.append(UnsafeRawBufferPointer(rebasing: scratch[..<count])) }
            return count
        }
        guard received < 0 else { return received > 0 }
        switch errno {
        case EINTR, EAGAIN: return true
        case ECONNRESET, EPIPE: return false
        default: throw .system(SystemError("recv"))
        }
    }
}
