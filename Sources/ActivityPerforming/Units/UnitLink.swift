// SPDX-License-Identifier: Apache-2.0

import Systemd

/// The connection with the user's systemd: made when it is needed, kept, and made again after it broke.
///
/// A unit's result can be read only while a connection holds the unit in systemd's memory, and this is the
/// connection that does. So, where that goes over a bus, its socket is left with systemd too: where this daemon is killed, the connection
/// lives on there until the next daemon holds the units itself.
final class UnitLink {
    static let keptPrefix = "bus-"

    /// Why there is no manager to be asked.
    enum Fault: Error {
        /// There is no systemd for the user.
        case absent
        /// It is there, and does not answer.
        case silent

        /// A sentence, with what to do.
        var reason: String {
            switch self {
            case .absent: "The user's systemd cannot be reached."
            case .silent:
                "The user's systemd is there, but does not answer. Try again in a moment; if it goes on, see how it "
                    + "is with \"systemctl --user status\", or log out and in again."
            }
        }
    }

    private typealias Waiter = (Result<UnitManager, Fault>) -> Void

    private enum State {
        case none
        case connecting(Bus, UnitManager, [Waiter], others: ArraySlice<Bus.Place>)
        case connected(Bus, UnitManager)
    }

    /// Called when there is a connection, before the starts that have waited for it.
    var onConnect: ((UnitManager) -> Void)?
    /// Called when the connection broke.
    var onBreak: (() -> Void)?
    var onJobRemoved: ((String) -> Void)?
    private let loop: EventLoop
    /// The better first.
    private let places: [Bus.Place]
    private let patience: UInt64
    private var state = State.none
    /// Ends an attempt to connect.
    private var deadline: EventSource?
    private let keptName = keptPrefix + String(Clock.sinceBoot)

    /// - Parameter patience: how long one of the places may take to answer, in microseconds.
    init(_ loop: EventLoop, _ places: [Bus.Place], patience: UInt64 = Bus.patience) {
        self.loop = loop
        self.places = places
        self.patience = patience
    }

    /// By the bus, which holds units better; else by systemd's own socket, as there need be no bus, or a bus
    /// without systemd (dbus-x11).
    convenience init(_ loop: EventLoop, runtimeFolder: String, busAddress: String?) {
        let bus = busAddress.map { Bus.Place.bus(address: $0) } ?? .bus(in: runtimeFolder)
        self.init(loop, [bus, .direct(socket: runtimeFolder + "/systemd/private")])
    }

    /// The manager, where there is a connection now.
    var manager: UnitManager? {
        if case .connected(_, let manager) = state { manager } else { nil }
    }

    /// Connects where that is still to be done.
    func connect(_ then: @escaping (Result<UnitManager, Fault>) -> Void) {
        switch state {
        case .connected(_, let manager): then(.success(manager))
        case .connecting(let bus, let manager, let waiters, let others):
            state = .connecting(bus, manager, waiters + [then], others: others)
        case .none: begin(places[...], [then])
        }
    }

    private func begin(_ places: ArraySlice<Bus.Place>, _ waiters: [Waiter]) {
        guard let place = places.first else { return giveUp(.absent, waiters) }
        guard let bus = try? Bus(loop, with: place, patience: patience) else {
            return begin(places.dropFirst(), waiters)
        }
        let manager = UnitManager(bus)
        bus.onDisconnect = { [weak self, weak manager] in
            if let manager { self?.end(manager) }
        }
        manager.onJobRemoved = { [weak self] unit in self?.onJobRemoved?(unit) }
        state = .connecting(bus, manager, waiters, others: places.dropFirst())
        setDeadline(manager)
        manager.subscribe { [weak self, weak manager] error in
            if let manager { self?.finish(manager, error) }
        }
    }

    private func setDeadline(_ manager: UnitManager) {
        deadline?.remove()
        deadline = try? loop.after(patience) { [weak self, weak manager] in
            if let manager { self?.expire(manager) }
        }
    }

    /// A bus that accepts no connection may be bypassed. A manager that is silent has one thread, and is silent at
    /// its own socket too.
    private func expire(_ manager: UnitManager) {
        guard case .connecting(let bus, manager, let waiters, let others) = state else { return }
        if bus.isReady || bus.isDirect { giveUp(.silent, waiters) } else { begin(others, waiters) }
    }

    private func giveUp(_ fault: Fault, _ waiters: [Waiter]) {
        deadline?.remove()
        state = .none
        for waiter in waiters { waiter(.failure(fault)) }
    }

    private func finish(_ manager: UnitManager, _ error: BusError?) {
        if error?.isTimeout == true { return expire(manager) }
        guard case .connecting(let bus, manager, let waiters, let others) = state else { return }
        guard error == nil else { return begin(others, waiters) }
        deadline?.remove()
        state = .connected(bus, manager)
        if !bus.isDirect { ServiceManager.keep(bus.descriptor, as: keptName) }
        onConnect?(manager)
        for waiter in waiters { waiter(.success(manager)) }
    }

    private func end(_ manager: UnitManager) {
        switch state {
        case .connecting(_, manager, let waiters, let others): begin(others, waiters)
        case .connected(_, manager):
            ServiceManager.forget(keptName)
            state = .none
            onBreak?()
        case .none, .connecting, .connected: return
        }
    }
}

/// One connection, and no other that is like it.
private func ~= (pattern: UnitManager, manager: UnitManager) -> Bool { pattern === manager }
