// SPDX-License-Identifier: Apache-2.0

import Systemd
import TestSupport
import Testing

@testable import ActivityPerforming

/// The connection to the user's systemd if the bus or systemd is absent or silent.
struct UnitLinkTests {
    private typealias Answer = Result<UnitClient, UnitLink.ConnectionError>

    /// The answers to `count` clients that ask at once.
    private func answers(_ link: UnitLink, _ loop: EventLoop, count: Int = 3) throws -> [UnitLink
        .ConnectionError?]
    {
        var answers: [UnitLink.ConnectionError?] = []
        for _ in 0..<count {
            link.connect { answer in
                if case .failure(let fault) = answer { answers.append(fault) } else { answers.append(nil) }
            }
        }
        #expect(try loop.turn { answers.count == count })
        return answers
    }

    /// A link that soon gives up. On a busy machine it may do so where it should not, so tests of success
    /// connect until it succeeds.
    private func link(_ loop: EventLoop, _ endpoints: [Bus.Endpoint]) -> UnitLink {
        UnitLink(loop, endpoints, timeout: 50_000)
    }

    private func bus(_ server: BusServer) -> Bus.Endpoint { .bus(address: "unix:path=" + server.socket) }

    /// systemd was stopped, but the bus was not. Waiting requests fail, and the next one tries again.
    @Test func aManagerThatIsSilentIsNotWaitedForAtItsOwnSocketToo() throws {
        let loop = try EventLoop()
        let server = try BusServer(loop, answering: BusServer.bus)
        let own = try BusServer(loop)
        let link = link(loop, [bus(server), .direct(socket: own.socket)])
        #expect(try answers(link, loop) == [.silent, .silent, .silent])
        #expect(server.calls.filter { $0 == "Subscribe" }.count == 1)
        #expect(own.calls.isEmpty && link.client == nil)
        server.answered.insert("Subscribe")
        #expect(try HangLimit.passes { try answers(link, loop, count: 1) == [nil] })
        #expect(link.client != nil)
    }

    /// The bus accepts connections but never replies.
    @Test func aSilentBusIsPassedBy() throws {
        let loop = try EventLoop()
        let server = try BusServer(loop, isAccepting: false)
        let own = try BusServer(loop, answering: ["Subscribe"])
        let link = link(loop, [bus(server), .direct(socket: own.socket)])
        #expect(try HangLimit.passes { try answers(link, loop) == [nil, nil, nil] })
    }

    @Test func aManagerThatLetsNobodyInIsSilent() throws {
        let loop = try EventLoop()
        let server = try BusServer(loop, isAccepting: false)
        let own = try BusServer(loop, isAccepting: false)
        let link = link(loop, [bus(server), .direct(socket: own.socket)])
        #expect(try answers(link, loop) == [.silent, .silent, .silent])
    }

    @Test func whereNothingListensThereIsNoManager() throws {
        let loop = try EventLoop()
        let link = link(loop, [.bus(in: "/nonexistent"), .direct(socket: "/nonexistent/private")])
        #expect(try answers(link, loop) == [.absent, .absent, .absent])
    }
}
