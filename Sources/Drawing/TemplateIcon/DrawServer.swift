// SPDX-License-Identifier: Apache-2.0
//
// The loop of activity-draw. Requests arrive on one descriptor as NUL-terminated JSON frames, and replies
// are sent on another in the same form, in any order; `id` matches them. The loop itself decodes only JSON:
// each request gets its own child process (DrawChild), at most `DrawLimits.children` at once, and the loop
// reads the child's reply, validates it and sends it with the request's id.
//
// While several requests wait, or as many bytes of replies as the longest may have are unsent, the loop reads
// no more input, so a client that is faster than the decoders fills the pipe and not our memory. The loop
// writes replies when the client reads them, in pieces that do not block, so a client may send several
// requests before it reads the first reply.
//
// A malformed request with an id gets the reply `failed`. Input that is not JSON, has no id, exceeds the
// frame limit or ends within a frame ends the loop with an error: the client does not speak this protocol. At
// the end of input the loop processes the remaining requests and then ends.

import ActivityDrawing
import Glibc
import StrictJSON

/// Handles requests until the end of input.
package struct DrawServer {
    private let input: Int32
    private let output: Int32
    private let sandbox: DecoderSandbox
    private var frames = FrameInput(limit: DrawLimits.frameBytes)
    private var waiting: [DrawRequest] = []
    private var children: [DrawChild] = []
    private var unwritten: [UInt8] = []
    private var isInputOpen = true

    package init(input: Int32, output: Int32, sandbox: DecoderSandbox) {
        self.input = input
        self.output = output
        self.sandbox = sandbox
    }

    /// - Throws: `input` for input that violates the protocol, `system` if a system call fails.
    package mutating func run() throws(IconError) {
        while isInputOpen || !waiting.isEmpty || !children.isEmpty || !unwritten.isEmpty {
            while let request = waiting.first, children.count < DrawLimits.children {
                waiting.removeFirst()
                children.append(try DrawChild(request, in: sandbox))
            }
            try runOnce()
        }
        guard frames.isEmpty else { throw .input("the input ends within a frame") }
    }

    private mutating func runOnce() throws(IconError) {
        let wantsInput =
            isInputOpen && waiting.count < 2 * DrawLimits.children
            && unwritten.count < DrawLimits.answerBytes
        var polled = [
            pollfd(fd: wantsInput ? input : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: unwritten.isEmpty ? -1 : output, events: Int16(POLLOUT), revents: 0),
        ]
        polled += children.map { pollfd(fd: $0.answer, events: Int16(POLLIN), revents: 0) }
        let timeout = children.map(\.timeLeft).min() ?? -1
        let ready = poll(&polled, nfds_t(polled.count), Int32(timeout))
        guard ready >= 0 else {
            if errno == EINTR { return }
            throw .system(call: "poll", code: errno)
        }
        collect(polled.dropFirst(2).map { $0.revents != 0 })
        if polled[1].revents != 0 { try writePart() }
        if polled[0].revents != 0 { try readPart() }
    }

    private mutating func collect(_ isReady: [Bool]) {
        for index in children.indices.reversed() {
            let hasEnded = isReady[index] && children[index].read()
            guard hasEnded || children[index].timeLeft == 0 else { continue }
            let child = children.remove(at: index)
            unwritten += child.finish().frame(id: child.request.id)
        }
    }

    /// Writes at most PIPE_BUF bytes, which a pipe (pipe(7)) or Unix socket accepts without blocking if it
    /// polls as writable.
    private mutating func writePart() throws(IconError) {
        let count = write(output, unwritten, min(unwritten.count, Int(PIPE_BUF)))
        guard count > 0 else {
            if errno == EINTR { return }
            throw .system(call: "write", code: errno)
        }
        unwritten.removeFirst(count)
    }

    private mutating func readPart() throws(IconError) {
        var part = [UInt8](repeating: 0, count: 65536)
        let count = read(input, &part, part.count)
        guard count >= 0 else {
            if errno == EINTR { return }
            throw .system(call: "read", code: errno)
        }
        isInputOpen = count > 0
        try frames.append(part[..<count])
        while let frame = frames.next() { try receive(frame) }
    }

    private mutating func receive(_ frame: [UInt8]) throws(IconError) {
        let json: JSON
        do throws(JSON.SyntaxError) {
            json = try JSON(parsing: frame)
        } catch {
            throw .input("the input is not JSON: \(error)")
        }
        guard case .object(let object) = json, case .integer(let id) = object.value("id") else {
            throw .input("the input is no request: it has no id")
        }
        do throws(JSON.Mismatch) {
            waiting.append(try DrawRequest(object))
        } catch {
            unwritten += DrawAnswer.failed("the request is malformed: \(error)").frame(id: id)
        }
    }
}
