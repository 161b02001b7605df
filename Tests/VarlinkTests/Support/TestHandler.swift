// SPDX-License-Identifier: Apache-2.0

import StrictJSON

@testable import Varlink

/// A handler that answers at once, later, in several replies, slowly, at length, with an error or not at all.
final class TestHandler: InterfaceHandler {
    static let text = """
        # For tests.
        interface org.example.test

        # Gives back what it is given.
        method Echo(text: string) -> (text: string)
        # Is answered when the test says so.
        method Later() -> (text: string)
        # Counts, in as many replies.
        method Count(to: int) -> (number: int)
        # A long reply.
        method Fill(bytes: int) -> (text: string)
        # Never gets an answer.
        method Forget() -> ()
        method Fail() -> ()
        # Takes so much time of the test's clock.
        method Work(milliseconds: int) -> ()

        error Failed (reason: string)
        error LimitExceeded (limit: string, maximum: int)

        """

    let interface: Interface
    /// Calls to `Later`, which the test answers.
    var kept: [PendingCall] = []
    /// Methods called, in order.
    var log: [String] = []
    let clock: TestClock
    /// Runs during `Work`, after the clock has advanced.
    var onWork: () -> Void = {}

    init(clock: TestClock) {
        self.clock = clock
        do { interface = try Interface(parsing: Self.text) } catch { fatalError("\(error)") }
    }

    /// Known replies to `Echo` of "known" and of "long"; the second exceeds the maximum size of a reply.
    func knownReply(to frame: [UInt8], from connection: Connection) -> KnownReply? {
        guard let text = ["known", "long"].first(where: { Array(echo($0).utf8) == frame }) else {
            return nil
        }
        let reply = text == "long" ? String(repeating: "x", count: 9_000_000) : text
        return (interface.name + ".Echo", EncodedReply(JSON.Object([("text", .string(reply))])))
    }

    func handle(_ call: PendingCall) throws(VarlinkError) {
        log.append(call.method)
        switch call.method {
        case "Echo": call.reply(call.parameters)
        case "Later": kept.append(call)
        case "Count": count(call)
        case "Fill": fill(call)
        case "Work": work(call)
        case "Fail": throw VarlinkError("org.example.test.Failed", JSON.Object([("reason", "asked to")]))
        default: break
        }
    }

    private func count(_ call: PendingCall) {
        guard case .integer(let last)? = call.parameters.value("to") else { return }
        for number in 1..<max(1, last) { call.stream(JSON.Object([("number", .integer(number))])) }
        call.reply(JSON.Object([("number", .integer(last))]))
    }

    private func work(_ call: PendingCall) {
        guard case .integer(let time)? = call.parameters.value("milliseconds") else { return }
        clock.advance(.milliseconds(time))
        onWork()
        call.reply(JSON.Object())
    }

    private func fill(_ call: PendingCall) {
        guard case .integer(let count)? = call.parameters.value("bytes") else { return }
        call.reply(JSON.Object([("text", .string(String(repeating: "x", count: count)))]))
    }
}

/// The frame of a call to the test interface.
func call(_ method: String, _ parameters: String = "{}", _ flags: String = "") -> String {
    #"{"method":"org.example.test.\#(method)","parameters":\#(parameters)\#(flags)}"#
}

/// The frame of a call to `Echo`; `echoed` is its reply.
func echo(_ text: String) -> String { call("Echo", #"{"text":"\#(text)"}"#) }
func echoed(_ text: String) -> String { #"{"parameters":{"text":"\#(text)"}}"# }
