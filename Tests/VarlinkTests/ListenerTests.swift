// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import Varlink

@Suite("A listening socket")
struct ListenerTests {
    let folder = Scratch()
    var path: String { folder.path + "/socket" }

    @Test(
        "it has the mode that was asked for, whatever the umask, and goes with its owner",
        arguments: [0o600, 0o666])
    func binds(mode: mode_t) throws {
        do {
            let listener = try Listener(binding: path, mode: mode)
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == mode)
            #expect(throws: Never.self) { try Listener.adopt(listener.descriptor) }
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test("one that is served is not taken")
    func respectsTheLiving() throws {
        let first = try Listener(binding: path, mode: 0o600)
        #expect(throws: ListenerError.alreadyServed(path: path)) { try Listener(binding: path, mode: 0o600) }
        #expect(throws: Never.self) { try Wire(connecting: first.path) }
    }

    @Test("one that a program without the lock serves is not taken either")
    func respectsStrangers() throws {
        let first = try Listener(binding: path, mode: 0o600)
        unlink(path + ".lock")
        #expect(throws: ListenerError.alreadyServed(path: path)) { try Listener(binding: path, mode: 0o600) }
        withExtendedLifetime(first) {}
    }

    @Test("one is taken whose lock a program still has that its killed server was starting")
    func waitsForAnExec() throws {
        // On a busy machine `sleep 0.1` may outlast the listener's wait, so one success in five tries is
        // enough.
        #expect(try (0..<5).contains { _ in try isTakenBesideAHolder() })
    }

    private func isTakenBesideAHolder() throws -> Bool {
        let lock = open(path + ".lock", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        let holder = try #require(popen("flock '\(path).lock' sleep 0.1", "r"))
        while flock(lock, LOCK_EX | LOCK_NB) == 0 { flock(lock, LOCK_UN) }
        close(lock)
        let listener = try? Listener(binding: path, mode: 0o600)
        #expect(pclose(holder) == 0)
        return listener != nil
    }

    @Test("one that is left over is replaced")
    func replacesTheDead() throws {
        let other = folder.path + "/elsewhere"
        do {
            let first = try Listener(binding: path, mode: 0o600)
            #expect(link(first.path, other) == 0)
        }
        #expect(rename(other, path) == 0)
        let second = try Listener(binding: path, mode: 0o600)
        #expect(throws: Never.self) { try Wire(connecting: second.path) }
    }

    @Test("what is not a socket is left alone")
    func sparesFiles() throws {
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(throws: ListenerError.notASocket(path: path)) { try Listener(binding: path, mode: 0o600) }
        #expect(access(path, F_OK) == 0)
    }

    @Test("a path too long or in no folder says so")
    func refusesBadPaths() {
        let long = folder.path + "/" + String(repeating: "x", count: 120)
        #expect(throws: ListenerError.system(path: long, SystemError("bind", code: ENAMETOOLONG))) {
            try Listener(binding: long, mode: 0o600)
        }
        let gone = folder.path + "/gone/socket"
        #expect(throws: ListenerError.system(path: gone, SystemError("open", code: ENOENT))) {
            try Listener(binding: gone, mode: 0o600)
        }
    }

    @Test("only a listening Unix stream socket is adopted")
    func adopts() throws {
        let stream = CInt(SOCK_STREAM.rawValue)
        let cases: [(CInt, String)] = [
            (socket(AF_INET, stream, 0), "it is not a Unix socket"),
            (socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0), "it is not a stream socket"),
            (socket(AF_UNIX, stream, 0), "it does not listen"),
            (open("/dev/null", O_RDONLY), "Socket operation on non-socket"),
            (-1, "Bad file descriptor"),
        ]
        for (descriptor, reason) in cases {
            #expect(throws: ListenerError.unsuitable(descriptor: descriptor, reason: reason)) {
                try Listener.adopt(descriptor)
            }
            if descriptor >= 0 { close(descriptor) }
        }
    }
}
