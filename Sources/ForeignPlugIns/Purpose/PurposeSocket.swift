// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// A listening socket in the person's runtime folder, for one plug-in.
struct PurposeSocket {
    let path: String
    private let descriptor: Int32

    init?() {
        let folder = access(Environment.runtimeFolder, W_OK) == 0 ? Environment.runtimeFolder : "/tmp"
        path = "\(folder)/activityd-purpose-\(UInt64.random(in: 0 ... .max))"
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        let mask = umask(0o177)
        let isBound = UnixAddress(path)?.use { bind(descriptor, $0, $1) == 0 } ?? false
        umask(mask)
        guard isBound, listen(descriptor, 1) == 0 else {
            close()
            return nil
        }
    }

    func close() {
        Glibc.close(descriptor)
        unlink(path)
    }

    /// The plug-in's connection; nil if it does not come within so many milliseconds.
    func accept(within timeout: Int32) -> Int32? {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, timeout) > 0 else { return nil }
        let connection = Glibc.accept(descriptor, nil, nil)
        return connection >= 0 ? connection : nil
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == ENOTSOCK {
                return rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                    == rest.count
            }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}

/// A Unix socket's address.
struct UnixAddress {
    private var address = sockaddr_un()

    /// - Returns: nil for a path that is too long for one. A leading `@` stands for the abstract namespace.
    init?(_ path: String) {
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + 1)
        guard bytes.first == UInt8(ascii: "@") else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 }
        length -= 1
    }

    private var length: socklen_t = 0

    func use<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}

/// Messages to the one that watches this activity (sd_notify(3)).
enum Notification {
    static func send(_ message: String) {
        guard let path = Environment.value("NOTIFY_SOCKET"), let address = UnixAddress(path) else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(message.utf8)
        _ = address.use { sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
    }
}
