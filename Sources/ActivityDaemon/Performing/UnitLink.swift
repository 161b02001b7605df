// SPDX-License-Identifier: Apache-2.0

import Glibc
import Systemd

/// The connection with the user's systemd: made when it is needed, kept, and made anew when it broke.
///
/// A unit's result can be read only while somebody holds the unit in systemd's memory, and who holds it is
/// this very connection. So, where that goes over a bus, its socket is left with systemd too: where this daemon is killed, the connection
/// lives on there until the next daemon holds the units itself.
final class UnitLink {
    static let keptPrefix = "bus-"

    private typealias Waiter = (UnitManager?) -> Void

    private enum State {
        case none
        case connecting(Bus, UnitManager, [Waiter], others: ArraySlice<Bus.Place>)
        case connected(Bus, UnitManager)
    }

    /// Called when there is a connection, before whoever has waited for it.
    var onConnect: ((UnitManager) -> Void)?
    /// Called when the connection broke.
    var onBreak: (() -> Void)?
    var onJobRemoved: ((String) -> Void)?
    private let loop: EventLoop
    /// By the bus, which holds units better; else by systemd's own socket, as there need be no bus, or a bus
    /// without systemd (dbus-x11).
    private let places: [Bus.Place]
    private var state = State.none
    private let keptName = keptPrefix + String(Clock.sinceBoot)

    init(_ loop: EventLoop, runtimeFolder: String) {
        self.loop = loop
        places = [.user, .direct(socket: runtimeFolder + "/systemd/private")]
    }

    /// The manager, where there is a connection now.
    var manager: UnitManager? {
        if case .connected(_, let manager) = state { manager } else { nil }
    }

    /// Connects where that is still to be done.
    ///
    /// - Parameter then: given nil where there is no systemd.
    func connect(_ then: @escaping (UnitManager?) -> Void) {
        switch state {
        case .connected(_, let manager): then(manager)
        case .connecting(let bus, let manager, let waiters, let others):
            state = .connecting(bus, manager, waiters + [then], others: others)
        case .none: begin(places[...], [then])
        }
    }

    private func begin(_ places: ArraySlice<Bus.Place>, _ waiters: [Waiter]) {
        guard let place = places.first else {
            state = .none
            for waiter in waiters { waiter(nil) }
            return
        }
        guard let bus = try? Bus(loop, with: place) else { return begin(places.dropFirst(), waiters) }
        let manager = UnitManager(bus)
        bus.onDisconnect = { [weak self, unowned manager] in self?.end(manager) }
        manager.onJobRemoved = { [weak self] unit in self?.onJobRemoved?(unit) }
        state = .connecting(bus, manager, waiters, others: places.dropFirst())
        manager.subscribe { [weak self, unowned manager] in self?.finish(manager, isThere: $0 == nil) }
    }

    private func finish(_ manager: UnitManager, isThere: Bool) {
        guard case .connecting(let bus, manager, let waiters, let others) = state else { return }
        guard isThere else { return begin(others, waiters) }
        state = .connected(bus, manager)
        if !bus.isDirect { ServiceManager.keep(bus.descriptor, as: keptName) }
        onConnect?(manager)
        for waiter in waiters { waiter(manager) }
    }

    private func end(_ manager: UnitManager) {
        switch state {
        case .connecting: finish(manager, isThere: false)
        case .connected(_, manager):
            ServiceManager.forget(keptName)
            state = .none
            onBreak?()
        case .none, .connected: return
        }
    }
}

/// One connection, and no other that is like it.
private func ~= (pattern: UnitManager, manager: UnitManager) -> Bool { pattern === manager }
