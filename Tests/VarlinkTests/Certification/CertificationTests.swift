// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import Varlink

/// `org.varlink.certification` between our client and server and those of the Varlink project's Python
/// implementation.
@Suite("Certification")
struct CertificationTests {
    let module = ["-u", "-m", "varlink.tests.test_certification"]

    /// A rig that also serves the certification interface, on a second socket.
    func certifying(_ body: (String, CertificationHandler) throws -> Void) throws {
        let rig = try Rig()
        let handler = try CertificationHandler()
        let listener = try Listener(binding: rig.folder.path + "/certification", mode: 0o600)
        let service = Service(vendor: "Example", product: "Test", version: "1", url: "", handlers: [handler])
        try rig.server.listen(on: listener.descriptor, service: service)
        try withServer(rig) { _ in try body(listener.path, handler) }
    }

    /// Runs all steps; each sends the members of the previous reply.
    func certify(with client: Client) throws {
        let start = try client.call("org.varlink.certification.Start")
        let id = try #require(start.value("client_id"))
        var carried = JSON.Object()
        for step in CertificationInterface.steps {
            var parameters = carried
            parameters.set("client_id", id)
            carried = try run(step, parameters, client)
            // Python's Test09 also returns the client's id.
            var reply = carried
            reply.set("client_id", nil)
            #expect(
                step.method == "Test10" || JSON.object(reply).meaning == step.reply.meaning, "\(step.method)")
        }
    }

    /// Runs a step, and returns the members that the next one sends.
    func run(_ step: CertificationInterface.Step, _ parameters: JSON.Object, _ client: Client) throws
        -> JSON.Object
    {
        switch step.method {
        case "Test10":
            var replies: [JSON] = []
            try client.stream(step.qualifiedName, parameters) {
                replies.append($0.value("string") ?? .null)
                return true
            }
            #expect(replies == CertificationInterface.lastReplies)
            return JSON.Object([("last_more_replies", .array(replies))])
        case "Test11":
            try client.post(step.qualifiedName, parameters)
            return JSON.Object()
        default: return try client.call(step.qualifiedName, parameters)
        }
    }

    @Test("our client passes with our server")
    func certifiesOurselves() throws {
        try certifying { path, handler in
            try certify(with: Client(connecting: path, timeout: HangLimit.duration))
            #expect(handler.certified == 1)
        }
    }

    @Test("Python's client passes with our server")
    func certifiesTheServer() throws {
        try #require(Python.isReady, "\(Python.advice)")
        try certifying { path, handler in
            let python = try Python(module + ["--client", "--varlink=unix:" + path])
            #expect(python.end() == 0, "\(python.text)")
            #expect(python.text.contains("Certification passed"))
            #expect(handler.certified == 1)
        }
    }

    @Test("our client passes with Python's server")
    func certifiesTheClient() throws {
        try #require(Python.isReady, "\(Python.advice)")
        let folder = Scratch()
        let python = try Python(module + ["--varlink=unix:" + folder.path + "/python"])
        defer { python.terminate() }
        try #require(python.awaitOutput("Listening"), "\(python.text)")
        try certify(with: Client(connecting: folder.path + "/python", timeout: HangLimit.duration))
    }

    @Test("a client that strays is told what was wanted")
    func refusesStrays() throws {
        try certifying { path, _ in
            let client = try Client(connecting: path, timeout: HangLimit.duration)
            let id = try #require(try client.call("org.varlink.certification.Start").value("client_id"))
            let parameters = JSON.Object([("client_id", id)])
            _ = try client.call("org.varlink.certification.Test01", parameters)
            let error = #expect(throws: VarlinkError.self) {
                try client.call("org.varlink.certification.Test01", parameters)
            }
            #expect(error?.name == "org.varlink.certification.CertificationError")
            #expect(throws: VarlinkError("org.varlink.certification.ClientIdError")) {
                try client.call("org.varlink.certification.Test01", parameters)
            }
        }
    }
}
