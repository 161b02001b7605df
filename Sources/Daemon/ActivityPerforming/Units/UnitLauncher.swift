// SPDX-License-Identifier: Apache-2.0
//
// Starting through systemd. No single signal about a unit can be trusted: signals come in bunches, and some
// precede the first attempt to start the unit. So each signal only triggers a query for the unit's state, one
// at a time, and the replies are compared with the events already reported. This fixes their order: whatever
// the replies omit, `running` comes before `exited` and `exited` before `over`.
//
// When the connection breaks, the units run on. The launcher reconnects, references them again, and queries
// them.

import Host
import Systemd

/// Starts programs as transient services of the user's systemd.
final class UnitLauncher: Launcher {
    /// Delays before the first and the later attempts to reconnect, in microseconds.
    private static let initialDelay: UInt64 = 250_000
    private static let maximumDelay: UInt64 = 8_000_000
    /// Failed attempts to connect after which a unit whose output has ended is given up.
    private static let maximumAttempts = 4

    private let link: UnitLink
    private let loop: EventLoop
    private let disk: any Disk
    private let home: String
    private var units: [String: StartedUnit] = [:]
    /// Finished units that systemd keeps in memory until `forget`, once their results are stored.
    private var over: [String: UnitState] = [:]
    private var retry: EventSource?
    private var attempts = 0

    init(_ link: UnitLink, _ loop: EventLoop, _ disk: any Disk, home: String) {
        self.link = link
        self.loop = loop
        self.disk = disk
        self.home = home
        link.onJobRemoved = { [unowned self] name in
            guard let unit = units[name] else { return }
            unit.markTried()
            queryState(unit)
        }
        link.onConnect = { [unowned self] client in
            for unit in units.values where unit.watch == nil { reference(unit, client) }
        }
        link.onBreak = { [unowned self] in
            for unit in units.values { unit.connectionLost() }
            reconnectLater()
        }
    }

    // MARK: Starting

    func unit(of identifier: String, token: String) -> String? { UnitName.make(identifier, token) }

    func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void) {
        guard let client = link.client else {
            return report(.refused(reason: "systemd is not there any more."))
        }
        let folder = plan.command.folder.map { String(decoding: $0, as: UTF8.self) } ?? home
        let setup = UnitSetup(
            program: plan.command.program, folder: folder, isSandboxed: plan.isSandboxed)
        let unit = StartedUnit(UnitName.make(plan.identifier, plan.token), setup, report)
        guard let service = TransientService(plan, named: unit.name, in: folder) else {
            return report(.refused(reason: "A path is not UTF-8, and systemd is told of no other."))
        }
        do throws(SystemdError) { try watch(unit, client) } catch {
            return report(.refused(reason: "\(error)."))
        }
        units[unit.name] = unit
        client.start(service) { [weak self] error in
            guard let error, let self else { return }
            // If the unit was started after all, `reference` finds it.
            if error.isUnanswered { return referenceLater(unit) }
            // The call is still in the manager's queue; the stop follows it.
            if error.isTimeout { client.stop(unit.name) { _ in } }
            forget(unit)
            let reason =
                error.isTimeout ? UnitLink.ConnectionError.silent.reason : "systemd refuses it: \(error)."
            report(.refused(reason: reason))
        }
    }

    func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void) {
        let unit = StartedUnit(record.unit, nil, report)
        units[unit.name] = unit
        if let client = link.client { reference(unit, client) } else { reconnect() }
    }

    // MARK: Watching

    private func watch(_ unit: StartedUnit, _ client: UnitClient) throws(SystemdError) {
        unit.watch = try client.watch(unit.name) { [weak self, weak unit] end in
            guard let unit else { return }
            if let end { unit.seenEnd = end }
            self?.queryState(unit)
        }
    }

    /// Watches and references a unit that was started over another connection.
    private func reference(_ unit: StartedUnit, _ client: UnitClient) {
        try? watch(unit, client)
        client.reference(unit.name) { [weak self] error in
            guard let self else { return }
            if error?.isAbsence == true { return referenceLater(unit) }
            // Queries the state even if the reference failed, as after a reload of systemd: the last signal
            // has reported the end.
            queryState(unit)
        }
    }

    private func queryState(_ unit: StartedUnit) {
        guard unit.stage > .starting, units[unit.name] === unit, let client = link.client else { return }
        guard !unit.isQuerying else { return unit.hasChanged = true }
        unit.isQuerying = true
        unit.hasChanged = false
        client.state(of: unit.name) { [weak self] answer in
            guard let self, units[unit.name] === unit else { return }
            switch answer {
            case .success(let state): checkState(unit, state)
            case .failure(let error) where !error.isAbsence: connectionLost(unit)
            case .failure: referenceLater(unit)
            }
        }
    }

    /// Ends a query, and starts the next if the unit has changed meanwhile.
    private func finishQuery(_ unit: StartedUnit) {
        unit.isQuerying = false
        if unit.hasChanged { queryState(unit) }
    }

    private func checkState(_ unit: StartedUnit, _ state: UnitState) {
        let end = state.mainEnd ?? unit.seenEnd
        guard unit.stage == .tried, state.isOver, let setup = unit.setup else {
            return reportState(unit, state, end, nil)
        }
        // systemd was restarted, and the start is still queued.
        if state.hasJob { return finishQuery(unit) }
        guard setup.needsDisk(end) else { return reportState(unit, state, end, setup.refusal(state, end)) }
        disk.run(at: setup.program) {
            setup.refusal(state, end)
        } then: { [weak self] refusal in
            guard let self, units[unit.name] === unit, unit.stage == .tried else { return }
            reportState(unit, state, end, refusal)
        }
    }

    /// Reports a unit's state.
    ///
    /// - Parameter refusal: the reason why the program never ran; nil if it ran.
    private func reportState(_ unit: StartedUnit, _ state: UnitState, _ end: ProcessEnd?, _ refusal: String?)
    {
        if let refusal {
            forget(unit, state)
            return unit.report(.refused(reason: refusal))
        }
        unit.reportEnd(end)
        if state.isOver { if unit.stage == .exited { finish(unit, state) } else { connectionLost(unit) } }
        finishQuery(unit)
    }

    private func finish(_ unit: StartedUnit, _ state: UnitState) {
        // The performance may have forgotten the unit when it received `exited`.
        guard units.removeValue(forKey: unit.name) != nil else { return }
        unit.watch = nil
        over[unit.name] = state
        unit.report(.over)
    }

    /// Gives up a unit whose state cannot be queried: systemd drops a finished unit that no connection
    /// references. Reports the end from the last signal, otherwise that the unit is lost or never started.
    private func connectionLost(_ unit: StartedUnit) {
        forget(unit)
        if unit.stage < .running, unit.setup != nil, unit.seenEnd == nil {
            return unit.report(.refused(reason: "systemd went away before it was started."))
        }
        unit.reportEnd(unit.seenEnd)
        if unit.stage < .exited {
            unit.report(.lost(reason: "How it ended is not known: systemd could not be asked in time."))
        }
        unit.report(.over)
    }

    /// - Parameter state: state of a finished unit, to dismiss it; nil if the unit may still run.
    private func forget(_ unit: StartedUnit, _ state: UnitState? = nil) {
        units[unit.name] = nil
        unit.watch = nil
        release(unit.name, state)
    }

    private func release(_ name: String, _ state: UnitState?) {
        if let state { link.client?.dismiss(name, state) }
        link.client?.release(name)
    }

    // MARK: Stopping

    func stop(_ unit: String, _ answer: @escaping (String?) -> Void) {
        link.connect { found in
            do throws(UnitLink.ConnectionError) {
                try found.get().stop(unit) { error in
                    let reason = error.map {
                        $0.isTimeout ? UnitLink.ConnectionError.silent.reason : "\($0)."
                    }
                    answer(error?.isNoSuchUnit == true ? nil : reason)
                }
            } catch {
                answer(error.reason)
            }
        }
    }

    // MARK: Broken connections

    func forget(_ unit: String) {
        if let state = over.removeValue(forKey: unit) { release(unit, state) }
        if let unit = units[unit] { forget(unit) }
    }

    func outputEnded(_ unit: String) {
        units[unit]?.hasHungUp = true
    }

    /// Retries later: systemd is not on the bus at the moment, as during a restart.
    private func referenceLater(_ unit: StartedUnit) {
        unit.connectionLost()
        reconnectLater()
    }

    private func reconnectLater() {
        guard retry == nil, !units.isEmpty else { return }
        let delay = min(Self.initialDelay << UInt64(min(attempts, 6)), Self.maximumDelay)
        retry = try? loop.after(delay) { [unowned self] in
            retry?.remove()
            retry = nil
            reconnect()
        }
    }

    /// Connects, and references all unwatched units over the connection. On failure, retries later; after
    /// `maximumAttempts` attempts, gives up the units whose output has ended.
    private func reconnect() {
        link.connect { [weak self] found in
            guard let self else { return }
            let client = try? found.get()
            attempts = client == nil ? attempts + 1 : 0
            if let client {
                for unit in units.values where unit.watch == nil { reference(unit, client) }
                return
            }
            for unit in Array(units.values) where unit.hasHungUp && attempts >= Self.maximumAttempts {
                connectionLost(unit)
            }
            reconnectLater()
        }
    }
}
