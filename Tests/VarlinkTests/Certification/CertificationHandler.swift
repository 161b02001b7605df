// SPDX-License-Identifier: Apache-2.0

import StrictJSON

@testable import Varlink

/// The certification interface's service. A client that deviates from the steps gets an error and must start
/// over.
final class CertificationHandler: InterfaceHandler {
    let interface: Interface
    /// Steps that each client has completed, by its id.
    private var progress: [String: Int] = [:]
    /// Number of clients that completed the last step.
    private(set) var certified = 0
    /// Number of calls to Start, from which client ids are made.
    private var started = 0

    init() throws {
        interface = try Interface(parsing: CertificationInterface.text)
    }

    func handle(_ call: PendingCall) throws(VarlinkError) {
        guard call.method != "Start" else { return start(call) }
        guard case .string(let client)? = call.parameters.value("client_id"), let done = progress[client]
        else {
            throw VarlinkError("org.varlink.certification.ClientIdError")
        }
        let step = CertificationInterface.steps[done]
        var parameters = call.parameters
        parameters.set("client_id", nil)
        guard step.method == call.method, JSON.object(parameters).meaning == step.parameters.meaning,
            call.wantsMore == (step.method == "Test10"), call.isOneway == (step.method == "Test11")
        else {
            progress[client] = nil
            throw mismatch(step, call)
        }
        progress[client] = done + 1
        answer(call, step, client)
    }

    private func start(_ call: PendingCall) {
        started += 1
        progress["client \(started)"] = 0
        call.reply(JSON.Object([("client_id", .string("client \(started)"))]))
    }

    private func answer(_ call: PendingCall, _ step: CertificationInterface.Step, _ client: String) {
        switch call.method {
        case "Test10":
            let replies = CertificationInterface.lastReplies
            for text in replies.dropLast() { call.stream(JSON.Object([("string", text)])) }
            call.reply(JSON.Object([("string", replies[9])]))
        case "End":
            certified += 1
            progress[client] = nil
            fallthrough
        default:
            if case .object(let reply) = step.reply { call.reply(reply) }
        }
    }

    private func mismatch(_ step: CertificationInterface.Step, _ call: PendingCall) -> VarlinkError {
        VarlinkError(
            "org.varlink.certification.CertificationError",
            JSON.Object([
                ("wants", ["method": .string(step.qualifiedName), "parameters": step.parameters]),
                ("got", ["method": .string(call.method), "parameters": .object(call.parameters)]),
            ]))
    }
}
