// SPDX-License-Identifier: Apache-2.0

import Glibc
import Systemd

/// The connection with the user's systemd: made when it is needed, kept, and made anew when it broke.
///
/// A unit's result can be read only while somebody holds the unit in systemd's memory, and who holds it is
/// this very connection. So its socket is left with systemd too: where this daemon is killed, the connection
/// lives on there until the next daemon holds the units itself.
final class UnitLink {
    static let keptPrefix = "bus-"

    private enum State {
        case none
        case connecting(Bus, UnitManager, [(UnitManager?) -> Void])
        case connected(Bus, UnitManager)
    }

    /// Called when there is a connection, before whoever has waited for it.
    var onConnect: ((UnitManager) -> Void)?
    /// Called when the connection broke.
    var onBreak: (() -> Void)?
    var onJobRemoved: ((String) -> Void)?
    private let loop: EventLoop
    private var state = State.none
    private let keptName = keptPrefix + String(Clock.sinceBoot)

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// The manager, where there is a connection now.
    var manager: UnitManager? {
        if case .connected(_, let manager) = state { manager } else { nil }
    }

    /// Connects where that is still to be done.
    ///
    /// - Parameter then: given nil where there is no bus, or no systemd on it.
    func connect(_ then: @escaping (UnitManager?) -> Void) {
        switch state {
        case .connected(_, let manager): then(manager)
        case .connecting(let bus, let manager, let waiters):
            state = .connecting(bus, manager, waiters + [then])
        case .none: begin(then)
        }
    }

    private func begin(_ then: @escaping (UnitManager?) -> Void) {
        guard let bus = try? Bus(loop) else { return then(nil) }
        let manager = UnitManager(bus)
        bus.onDisconnect = { [weak self] in self?.end() }
        manager.onJobRemoved = { [weak self] unit in self?.onJobRemoved?(unit) }
        state = .connecting(bus, manager, [then])
        manager.subscribe { [weak self] error in self?.finish(isThere: error == nil) }
    }

    private func finish(isThere: Bool) {
        guard case .connecting(let bus, let manager, let waiters) = state else { return }
        state = isThere ? .connected(bus, manager) : .none
        if isThere {
            ServiceManager.keep(bus.descriptor, as: keptName)
            onConnect?(manager)
        }
        for waiter in waiters { waiter(isThere ? manager : nil) }
    }

    private func end() {
        switch state {
        case .none: return
        case .connecting: finish(isThere: false)
        case .connected:
            ServiceManager.forget(keptName)
            state = .none
            onBreak?()
        }
    }
}
