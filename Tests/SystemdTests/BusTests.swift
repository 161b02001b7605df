// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import Systemd

/// A connection to a server that is also libsystemd.
struct BusTests {
    private static let service = Bus.Address(destination: "org.test", path: "/", interface: "org.test")

    /// A holder of a bus, so that a test can release it in a callback.
    private final class Holder {
        var bus: Bus?
    }

    /// - Parameter timeout: time limit of its calls, in microseconds; by default none that a test reaches.
    private func bus(_ server: BusServer, _ loop: EventLoop, timeout: UInt64 = 3_600_000_000) throws -> Bus {
        try Bus(loop, with: .direct(socket: server.socket), timeout: timeout)
    }

    @Test func aCallThatIsAnsweredIsNoFailure() throws {
        let loop = try EventLoop()
        let server = try BusServer(loop, answering: ["Known"])
        let bus = try bus(server, loop)
        var answer: Result<BusReply, BusError>?
        bus.call(Self.service, "Known") { answer = $0 }
        #expect(!bus.isReady)
        #expect(try loop.turn { answer != nil })
        #expect(bus.isReady)
        #expect(throws: Never.self) { try answer?.get() }
    }

    /// libsystemd aborts if a bus is closed while it runs one of that bus's callbacks.
    @Test func aBusMayBeLetGoOfWhenACallHasHadItsTime() throws {
        let loop = try EventLoop()
        let server = try BusServer(loop)
        let holder = Holder()
        holder.bus = try bus(server, loop, timeout: 50_000)
        var error: BusError?
        holder.bus?.call(Self.service, "Silent") { answer in
            if case .failure(let reason) = answer { error = reason }
            holder.bus = nil
        }
        #expect(try loop.turn { error != nil })
        #expect(error?.isTimeout == true && error?.isUnanswered == false && error?.isAbsence == true)
    }

    @Test func aBusMayBeLetGoOfWhenItAnswers() throws {
        let loop = try EventLoop()
        let server = try BusServer(loop, answering: ["Known"])
        let holder = Holder()
        holder.bus = try bus(server, loop)
        var count = 0
        for _ in 0..<2 {
            holder.bus?.call(Self.service, "Known") { _ in
                count += 1
                holder.bus = nil
            }
        }
        #expect(try loop.turn { count > 0 })
        #expect(holder.bus == nil)
    }

    @Test func aBusMayBeLetGoOfWhenTheOtherSideGoes() throws {
        let loop = try EventLoop()
        var server: BusServer? = try BusServer(loop, answering: ["Known"])
        let holder = Holder()
        holder.bus = try server.map { try bus($0, loop) }
        var errors: [BusError] = []
        var isOver = false
        holder.bus?.onDisconnect = {
            isOver = true
            holder.bus = nil
        }
        holder.bus?.call(Self.service, "Known") { _ in server = nil }
        holder.bus?.call(Self.service, "Silent") { answer in
            if case .failure(let error) = answer { errors.append(error) }
        }
        #expect(try loop.turn { isOver })
        #expect(errors.map(\.isTimeout) == [false] && errors.map(\.isUnanswered) == [true])
    }

    @Test func nobodyToConnectWithIsAnErrorAtOnce() throws {
        let loop = try EventLoop()
        for endpoint in [
            Bus.Endpoint.direct(socket: "/nonexistent/a,b"), .bus(in: "/nonexistent"), .bus(address: ""),
        ] {
            #expect(throws: SystemdError.self) { try Bus(loop, with: endpoint) }
        }
    }
}
