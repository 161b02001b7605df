// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import StrictJSON
import TestSupport

/// A client that sends any bytes, valid or not, and splits received bytes at each NUL.
package final class Wire {
    /// The service has sent nothing for as long as a test waits for anything.
    package struct Silence: Error {}
    package struct NotConnected: Error {
        let path: String
        let errno: Int32
    }

    private let descriptor: CInt
    private var rest: [UInt8] = []

    package init(connecting path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: Int(HangLimit.milliseconds / 1_000), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        guard linux_unix_connect(descriptor, path) == 0 else {
            throw NotConnected(path: path, errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// Sends bytes. It is not an error if the service no longer reads them.
    package func send(raw bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    package func send(frame: String) { send(raw: Array(frame.utf8) + [0]) }

    package func send(_ method: String, _ parameters: JSON = [:], _ flags: [(String, JSON)] = []) {
        let call = JSON.Object([("method", .string(method)), ("parameters", parameters)] + flags)
        send(raw: JSON.object(call).serialized + [0])
    }

    /// The next frame; nil if the service has closed the connection.
    package func bytes() throws -> [UInt8]? {
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            if let end = rest.firstIndex(of: 0) {
                defer { rest.removeFirst(end + 1) }
                return Array(rest[..<end])
            }
            let count = recv(descriptor, &part, part.count, 0)
            if count > 0 {
                rest += part[..<count]
            } else if count == 0 || errno == ECONNRESET || errno == EPIPE {
                return nil
            } else if errno != EINTR {
                throw Silence()
            }
        }
    }

    /// The next frame as an object; nil if the service has closed the connection.
    package func frame() throws -> JSON.Object? {
        guard let bytes = try bytes() else { return nil }
        return try JSON.Object(json: try JSON(parsing: bytes))
    }

    package func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }
}

extension JSON.Object {
    /// A member by its name, as `object["parameters"]`.
    package subscript(_ name: String) -> JSON? { value(name) }
}

extension JSON {
    package subscript(_ name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object.value(name)
    }

    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var number: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    package var elements: [JSON] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}
