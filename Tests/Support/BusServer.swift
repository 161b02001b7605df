// SPDX-License-Identifier: Apache-2.0

import CLinux
import CSystemd
import Glibc
package import Systemd

/// The other side of a bus connection, by libsystemd, on the loop of its clients. It lets them in and answers
/// what it is told to, and is silent about everything else.
package final class BusServer {
    package struct Failure: Error {
        let step: String
        let code: Int32
    }

    /// Methods that a message bus answers itself.
    package static let bus: Set<String> = ["Hello", "AddMatch", "RemoveMatch"]

    package let socket: String
    /// The members that were called, in their order.
    package private(set) var calls: [String] = []
    /// Members that are answered.
    package var answered: Set<String>
    private let loop: EventLoop
    private let listener: CInt
    private var buses: [OpaquePointer] = []
    private var sources: [EventSource] = []

    /// - Parameter isAccepting: a server that does not accept lets clients connect, and nothing more.
    package init(_ loop: EventLoop, answering answered: Set<String> = [], isAccepting: Bool = true) throws {
        self.loop = loop
        self.answered = answered
        var template = Array("\(Scratch.place)/bus-XXXXXX".utf8CString)
        socket = String(cString: mkdtemp(&template)) + "/socket"
        listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard linux_unix_bind(listener, socket) == 0, listen(listener, 8) == 0 else {
            throw Failure(step: "bind", code: errno)
        }
        guard isAccepting else { return }
        sources.append(
            try loop.onReady(listener, UInt32(EPOLLIN.rawValue)) { [unowned self] in try? accept() })
    }

    deinit {
        for source in sources { source.remove() }
        for bus in buses { sd_bus_close_unref(bus) }
        close(listener)
        unlink(socket)
        rmdir(String(socket.dropLast("/socket".count)))
    }

    private func accept() throws {
        let descriptor = Glibc.accept(listener, nil, nil)
        var identifier = sd_id128_t()
        var made: OpaquePointer?
        try Self.check(sd_id128_randomize(&identifier), "sd_id128_randomize")
        try Self.check(sd_bus_new(&made), "sd_bus_new")
        guard let bus = made else { throw Failure(step: "sd_bus_new", code: ENOMEM) }
        try Self.check(sd_bus_set_fd(bus, descriptor, descriptor), "sd_bus_set_fd")
        try Self.check(sd_bus_set_server(bus, 1, identifier), "sd_bus_set_server")
        let context = Unmanaged.passUnretained(self).toOpaque()
        try Self.check(sd_bus_add_filter(bus, nil, Self.take, context), "sd_bus_add_filter")
        try Self.check(sd_bus_start(bus), "sd_bus_start")
        buses.append(bus)
        sources.append(try loop.onReady(descriptor, UInt32(EPOLLIN.rawValue)) { Self.process(bus) })
        // Starting has read what the client had sent already.
        Self.process(bus)
    }

    /// Processes all messages; the replies fit the socket.
    private static func process(_ bus: OpaquePointer) {
        while sd_bus_process(bus, nil) > 0 {}
    }

    private static let take: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context else { return 0 }
        Unmanaged<BusServer>.fromOpaque(context).takeUnretainedValue().take(message)
        return 1
    }

    private func take(_ message: OpaquePointer) {
        guard sd_bus_message_is_method_call(message, nil, nil) > 0,
            let name = sd_bus_message_get_member(message)
        else { return }
        let member = String(cString: name)
        calls.append(member)
        var reply: OpaquePointer?
        guard answered.contains(member), sd_bus_message_new_method_return(message, &reply) >= 0 else {
            return
        }
        if member == "Hello" { sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "s")), ":1.1") }
        sd_bus_send(nil, reply, nil)
        sd_bus_message_unref(reply)
    }

    private static func check(_ result: CInt, _ step: String) throws {
        guard result >= 0 else { throw Failure(step: step, code: -result) }
    }
}
