// SPDX-License-Identifier: Apache-2.0

import Systemd

/// The connection to the user's systemd. It is made on demand and kept; after a break, the next `connect`
/// makes another.
///
/// Over a bus, a unit's result can be read only while a connection references the unit, and this connection
/// does. So its socket is stored with systemd too: if this daemon is killed, the connection stays open there
/// until the next daemon references the units itself.
final class UnitLink {
    static let keptPrefix = "bus-"

    enum ConnectionError: Error {
        case absent
        /// systemd does not answer.
        case silent

        /// The fault as a sentence.
        var reason: String {
            switch self {
            case .absent: "The user's systemd cannot be reached."
            case .silent:
                "The user's systemd is there, but does not answer. Try again in a moment; if it goes on, "
                    + "see how it is with \"systemctl --user status\", or log out and in again."
            }
        }
    }

    private typealias Waiter = (Result<UnitClient, ConnectionError>) -> Void

    private enum State {
        case none
        case connecting(Bus, UnitClient, [Waiter], others: ArraySlice<Bus.Endpoint>)
        case connected(Bus, UnitClient)
    }

    /// Called on a new connection, before the callers of `connect`.
    var onConnect: ((UnitClient) -> Void)?
    /// Called when an established connection breaks.
    var onBreak: (() -> Void)?
    var onJobRemoved: ((String) -> Void)?
    private let loop: EventLoop
    /// Endpoints in order of preference.
    private let endpoints: [Bus.Endpoint]
    private let timeout: UInt64
    private var state = State.none
    /// Timer of the attempt to connect.
    private var deadline: EventSource?
    private let keptName = keptPrefix + String(Clock.sinceBoot)

    /// - Parameter timeout: timeout for each endpoint's reply, in microseconds.
    init(_ loop: EventLoop, _ endpoints: [Bus.Endpoint], timeout: UInt64 = Bus.timeout) {
        self.loop = loop
        self.endpoints = endpoints
        self.timeout = timeout
    }

    /// Prefers the bus, over which units can be referenced more reliably; falls back to systemd's own socket,
    /// as there may be no bus, or one without systemd (dbus-x11).
    convenience init(_ loop: EventLoop, runtimeFolder: String, busAddress: String?) {
        let bus = busAddress.map { Bus.Endpoint.bus(address: $0) } ?? .bus(in: runtimeFolder)
        self.init(loop, [bus, .direct(socket: runtimeFolder + "/systemd/private")])
    }

    var client: UnitClient? {
        if case .connected(_, let client) = state { client } else { nil }
    }

    func connect(_ then: @escaping (Result<UnitClient, ConnectionError>) -> Void) {
        switch state {
        case .connected(_, let client): then(.success(client))
        case .connecting(let bus, let client, let waiters, let others):
            state = .connecting(bus, client, waiters + [then], others: others)
        case .none: begin(endpoints[...], [then])
        }
    }

    private func begin(_ endpoints: ArraySlice<Bus.Endpoint>, _ waiters: [Waiter]) {
        guard let endpoint = endpoints.first else { return giveUp(.absent, waiters) }
        guard let bus = try? Bus(loop, with: endpoint, timeout: timeout) else {
            return begin(endpoints.dropFirst(), waiters)
        }
        let client = UnitClient(bus)
        bus.onDisconnect = { [weak self, weak client] in
            if let client { self?.end(client) }
        }
        client.onJobRemoved = { [weak self] unit in self?.onJobRemoved?(unit) }
        state = .connecting(bus, client, waiters, others: endpoints.dropFirst())
        setDeadline(client)
        client.subscribe { [weak self, weak client] error in
            if let client { self?.finish(client, error) }
        }
    }

    private func setDeadline(_ client: UnitClient) {
        deadline?.remove()
        deadline = try? loop.after(timeout) { [weak self, weak client] in
            if let client { self?.expire(client) }
        }
    }

    /// Handles a timeout. A bus that accepts no connection can be bypassed; but a manager that does not reply
    /// is single-threaded, and would not reply on its own socket either.
    private func expire(_ client: UnitClient) {
        guard case .connecting(let bus, client, let waiters, let others) = state else { return }
        if bus.isReady || bus.isDirect { giveUp(.silent, waiters) } else { begin(others, waiters) }
    }

    private func giveUp(_ fault: ConnectionError, _ waiters: [Waiter]) {
        deadline?.remove()
        state = .none
        for waiter in waiters { waiter(.failure(fault)) }
    }

    private func finish(_ client: UnitClient, _ error: BusError?) {
        if error?.isTimeout == true { return expire(client) }
        guard case .connecting(let bus, client, let waiters, let others) = state else { return }
        guard error == nil else { return begin(others, waiters) }
        deadline?.remove()
        state = .connected(bus, client)
        if !bus.isDirect { Supervisor.store(bus.descriptor, as: keptName) }
        onConnect?(client)
        for waiter in waiters { waiter(.success(client)) }
    }

    private func end(_ client: UnitClient) {
        switch state {
        case .connecting(_, client, let waiters, let others): begin(others, waiters)
        case .connected(_, client):
            Supervisor.removeStored(keptName)
            state = .none
            onBreak?()
        case .none, .connecting, .connected: return
        }
    }
}

/// Matches the same connection only.
private func ~= (pattern: UnitClient, client: UnitClient) -> Bool { pattern === client }
