// SPDX-License-Identifier: Apache-2.0
//
// A socket's path outlives the process that bound it, and unlinking the path would remove it from a later
// process that has bound it since. So a lock file beside the path guards it, and the kernel releases the lock
// with its holder: only the lock's holder may replace the socket. A process that does not use locks may
// listen there (an older program, a service manager), so a socket that accepts is never replaced. The lock
// file itself stays: a removed one would lock no process out.

package import CLinux
import Glibc

package enum ListenerError: Error, Hashable {
    case alreadyServed(path: String)
    /// The file at the path is not a socket, and stays.
    case notASocket(path: String)
    /// An inherited descriptor is not a listening Unix stream socket.
    case unsuitable(descriptor: CInt, reason: String)
    case system(path: String, SystemError)

    /// One less than `sun_path` holds (unix(7)).
    private var maximumPathBytes: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

    /// The rest of a sentence that names the socket.
    package var reason: String {
        switch self {
        case .alreadyServed: "another process already serves it"
        case .notASocket: "it is not a socket"
        case .unsuitable(_, let reason): reason
        case .system(_, let error) where error.code == ENAMETOOLONG:
            "the path of a socket has \(maximumPathBytes) bytes at most"
        case .system(_, let error): String(cString: strerror(error.code))
        }
    }
}

/// A listening socket that this process bound itself.
package final class Listener {
    package let path: String
    package let descriptor: CInt
    private let lock: CInt
    /// The socket's file at the time of binding.
    private let identity: FileIdentity?

    /// Clients that may wait to be accepted; the kernel caps it at net.core.somaxconn.
    private static let backlog: CInt = 4096

    /// Binds `path`, replacing a socket that no process serves, and listens; the umask does not affect
    /// `mode`.
    ///
    /// - Throws: `alreadyServed` if another process has the lock or listens; `notASocket`; `system`.
    package init(binding path: String, mode: mode_t) throws(ListenerError) {
        let lock = try Self.lock(path)
        do {
            try Self.removeStale(path)
            descriptor = try Self.bind(path, mode)
        } catch {
            close(lock)
            throw error
        }
        self.path = path
        self.lock = lock
        identity = FileIdentity(path)
    }

    /// Removes the socket, unless the path now leads to another one.
    deinit {
        if identity != nil, identity == FileIdentity(path) { unlink(path) }
        close(descriptor)
        close(lock)
    }

    /// Adopts a descriptor from a service manager, after checking that it is a listening Unix stream socket,
    /// and makes it non-blocking.
    ///
    /// - Throws: `unsuitable` with the reason.
    package static func adopt(_ descriptor: CInt) throws(ListenerError) {
        for (option, expected, reason) in [
            (SO_DOMAIN, AF_UNIX, "it is not a Unix socket"),
            (SO_TYPE, CInt(SOCK_STREAM.rawValue), "it is not a stream socket"),
            (SO_ACCEPTCONN, 1, "it does not listen"),
        ] {
            var value: CInt = 0
            var size = socklen_t(MemoryLayout<CInt>.size)
            guard getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 else {
                throw .unsuitable(descriptor: descriptor, reason: String(cString: strerror(errno)))
            }
            guard value == expected else { throw .unsuitable(descriptor: descriptor, reason: reason) }
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
}

/// Distinguishes a file from others of the same name.
private struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}

extension Listener {
    private static func fault(_ path: String, _ call: String) -> ListenerError {
        .system(path: path, SystemError(call))
    }

    private static func lock(_ path: String) throws(ListenerError) -> CInt {
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw fault(path, "open") }
        for waited in 0... {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return lock }
            guard errno == EWOULDBLOCK, waited < timeout else { break }
            usleep(1_000)
        }
        let error = errno == EWOULDBLOCK ? ListenerError.alreadyServed(path: path) : fault(path, "flock")
        close(lock)
        throw error
    }

    /// Milliseconds to wait for the lock. A child that a killed server was spawning holds the lock until
    /// execve(2) closes it.
    private static let timeout = 500

    private static func removeStale(_ path: String) throws(ListenerError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw fault(path, "lstat") }
            return
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        guard try !isServed(path) else { throw .alreadyServed(path: path) }
        guard unlink(path) == 0 else { throw fault(path, "unlink") }
    }

    /// Whether a process may listen: connect(2) succeeds, or fails with any error but ECONNREFUSED, such as
    /// EAGAIN for a full queue.
    private static func isServed(_ path: String) throws(ListenerError) -> Bool {
        let probe = try stream(path)
        defer { close(probe) }
        return linux_unix_connect(probe, path) == 0 || errno != ECONNREFUSED
    }

    private static func bind(_ path: String, _ mode: mode_t) throws(ListenerError) -> CInt {
        let socket = try stream(path)
        // fchmod before the socket has a name, so that no client connects between bind and chmod.
        if fchmod(socket, mode) == 0, linux_unix_bind(socket, path) == 0, chmod(path, mode) == 0,
            listen(socket, backlog) == 0
        {
            return socket
        }
        let error = fault(path, "bind")
        close(socket)
        throw error
    }

    private static func stream(_ path: String) throws(ListenerError) -> CInt {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_UNIX, CInt(flags), 0)
        guard descriptor >= 0 else { throw fault(path, "socket") }
        return descriptor
    }
}
