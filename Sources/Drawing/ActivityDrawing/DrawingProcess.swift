// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host

/// A started program, connected by a socket as its standard input and output.
struct DrawingProcess: ~Copyable {
    /// Our end, non-blocking.
    let descriptor: Int32
    /// Process ID. The owner of this value reaps the process: waiting here could take as long as a hanging
    /// disk.
    let identifier: pid_t

    /// - Throws: `storage` if the program does not exist, or no process can be created.
    init(starting program: String, environment: [String: String]) throws(StorageError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .storage(path: program, operation: "connected", errno: errno)
        }
        defer { close(ends[1]) }
        do throws(Spawn.Failure) {
            let given = ends[1]
            identifier = try Spawn.start(
                program, [Array(program.utf8)], environment: environment
            ) { actions in
                for standard: Int32 in 0...1 { posix_spawn_file_actions_adddup2(&actions, given, standard) }
            }
        } catch {
            close(ends[0])
            throw .storage(path: program, operation: "started", errno: error.code)
        }
        descriptor = ends[0]
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// The process has no state to lose, so SIGKILL needs no warning.
    deinit {
        close(descriptor)
        kill(identifier, SIGKILL)
    }

    enum Transfer {
        case bytes(Int)
        /// No byte can be transferred now.
        case blocked
        /// The other side has closed the connection; the text continues a sentence.
        case ended(String)
    }

    /// Sends as much of `bytes` from `offset` on as the socket accepts.
    func send(_ bytes: [UInt8], from offset: Int) -> Transfer {
        let count = bytes.withUnsafeBytes { buffer in
            let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
            return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
        return count >= 0 ? .bytes(count) : Self.failure(errno)
    }

    func receive(into bytes: inout [UInt8]) -> Transfer {
        var code: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            let length = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            code = length < 0 ? errno : 0
            count = max(length, 0)
        }
        guard code == 0 else { return Self.failure(code) }
        bytes += piece
        return piece.isEmpty ? .ended(Self.early) : .bytes(piece.count)
    }

    private static let early = "it ended before it answered"

    private static func failure(_ code: Int32) -> Transfer {
        switch code {
        case EAGAIN, EINTR: .blocked
        case EPIPE, ECONNRESET: .ended(early)
        default: .ended(ErrorText.of(code))
        }
    }
}
