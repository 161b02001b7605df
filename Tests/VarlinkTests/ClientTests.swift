// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import Varlink

@Suite("A client")
struct ClientTests {
    @Test("calls, errors and streams")
    func calls() throws {
        try withServer(Rig()) { path in
            let client = try Client(connecting: path, timeout: HangLimit.duration)
            let text = JSON.Object([("text", "hello")])
            #expect(try client.call("org.example.test.Echo", text) == text)
            #expect(throws: VarlinkError("org.example.test.Failed", JSON.Object([("reason", "asked to")]))) {
                try client.call("org.example.test.Fail")
            }
            var numbers: [JSON?] = []
            try client.stream("org.example.test.Count", JSON.Object([("to", 4)])) {
                numbers.append($0.value("number"))
                return true
            }
            #expect(numbers == [1, 2, 3, 4])
            try client.post("org.example.test.Echo", text)
            #expect(try client.call("org.example.test.Echo", text) == text)
        }
    }

    @Test("a stream is left when one has seen enough")
    func leavesStreams() throws {
        try withServer(Rig()) { path in
            let client = try Client(connecting: path, timeout: HangLimit.duration)
            var count = 0
            try client.stream("org.example.test.Count", JSON.Object([("to", 1000)])) { _ in
                count += 1
                return count < 3
            }
            #expect(count == 3)
        }
    }

    @Test("a long call and a long reply pass whole")
    func passesLongCalls() throws {
        try withServer(Rig()) { path in
            let client = try Client(connecting: path, timeout: HangLimit.duration)
            let text = JSON.Object([("text", .string(String(repeating: "x", count: 1_000_000)))])
            #expect(try client.call("org.example.test.Echo", text) == text)
        }
    }

    @Test("a call over the service's limit gets the service's reason")
    func readsWhyItWasRefused() throws {
        let rig = try Rig { $0.frameLimit = 1000 }
        try withServer(rig) { path in
            let client = try Client(connecting: path, timeout: HangLimit.duration)
            let text = JSON.Object([("text", .string(String(repeating: "x", count: 3_000_000)))])
            let error = #expect(throws: VarlinkError.self) { try client.call("org.example.test.Echo", text) }
            #expect(error?.parameters.value("limit") == "frame")
        }
    }

    @Test("no service is told from a service that says no")
    func knowsThatNobodyIsThere() throws {
        let folder = Scratch()
        let path = folder.path + "/socket"
        #expect(throws: ClientError.notRunning(path: path)) { try Client(connecting: path) }
        #expect(throws: ClientError.notRunning(path: folder.path + "/no/socket")) {
            try Client(connecting: folder.path + "/no/socket")
        }
        let kept = folder.path + "/kept"
        do {
            let listener = try Listener(binding: path, mode: 0o600)
            #expect(link(listener.path, kept) == 0)
        }
        // A process that another test is starting has inherited the listener until its exec closes it.
        #expect(HangLimit.passes { (try? Client(connecting: kept)) == nil })
        #expect(throws: ClientError.notRunning(path: kept)) { try Client(connecting: kept) }
    }

    /// The client's error if a service answers every call with `bytes`.
    func outcome(of bytes: String, hangsUp: Bool) throws -> (any Error)? {
        let folder = Scratch()
        let listener = try Listener(binding: folder.path + "/socket", mode: 0o600)
        let client = try Client(connecting: listener.path, timeout: .milliseconds(50))
        let peer = accept(listener.descriptor, nil, nil)
        _ = fcntl(peer, F_SETFD, FD_CLOEXEC)
        send(peer, bytes, bytes.utf8.count, 0)
        if hangsUp { close(peer) }
        defer { if !hangsUp { close(peer) } }
        do { _ = try client.call("a.b.C") } catch { return error }
        return nil
    }

    @Test("silence, hanging up and nonsense are told apart")
    func tellsFaultsApart() throws {
        #expect(try outcome(of: "", hangsUp: false) as? ClientError == .timedOut)
        #expect(try outcome(of: "{\"para", hangsUp: false) as? ClientError == .timedOut)
        #expect(try outcome(of: "{\"para", hangsUp: true) as? ClientError == .disconnected)
        #expect(
            try outcome(of: "[]\0", hangsUp: true) as? ClientError
                == .protocolFault("it sent something that is not a reply"))
        #expect(try outcome(of: "{}\0", hangsUp: true) == nil)
        #expect(
            try outcome(of: #"{"error":"a.b.E"}"# + "\0", hangsUp: true) as? VarlinkError
                == VarlinkError("a.b.E"))
    }
}
