// SPDX-License-Identifier: Apache-2.0
//
// Starting by systemd. A unit is told of by signals of which none may be believed alone: they come in
// bunches, and some before the unit was ever tried. So each of them only asks how the unit is, one question
// at a time, and the answers are compared with what was told already. The order of what is reported follows
// from that: whatever the answers leave out, `running` comes before `exited` and `exited` before `over`.
//
// Where the connection breaks, the units run on. It is made anew, they are held anew, and asked again.

import ActivityModel
import Glibc
import Systemd

/// Starts programs as transient services of the user's systemd.
final class UnitLauncher: Launcher {
    /// The statuses of systemd.exec(5) with which a process ends that never became the program.
    private static let setupStatuses = 200...243
    private static let firstDelay: UInt64 = 250_000
    private static let longestDelay: UInt64 = 8_000_000
    /// After so many attempts nobody is waited for whose output has ended.
    private static let patience = 4

    private let link: UnitLink
    private let loop: EventLoop
    private let home: String
    private var units: [String: Unit] = [:]
    private var retry: EventSource?
    private var attempts = 0

    init(_ link: UnitLink, _ loop: EventLoop, home: String) {
        self.link = link
        self.loop = loop
        self.home = home
        link.onJobRemoved = { [unowned self] name in
            guard let unit = units[name] else { return }
            unit.isTried = true
            ask(unit)
        }
        link.onConnect = { [unowned self] manager in
            for unit in units.values where unit.watch == nil { hold(unit, manager) }
        }
        link.onBreak = { [unowned self] in
            for unit in units.values { unit.lose() }
            reconnectLater()
        }
    }

    // MARK: Starting

    func unit(of plan: LaunchPlan) -> String? { UnitName.make(plan.identifier, plan.token) }

    func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void) {
        guard let manager = link.manager else {
            return report(.refused(reason: "systemd is not there any more."))
        }
        let unit = Unit(UnitName.make(plan.identifier, plan.token), report)
        guard let service = service(plan, unit.name) else {
            return report(.refused(reason: "A path is not UTF-8, and systemd is told of no other."))
        }
        do throws(SystemdError) { try watch(unit, manager) } catch {
            return report(.refused(reason: "\(error)."))
        }
        units[unit.name] = unit
        manager.start(service) { [weak self] error in
            guard let error, let self else { return }
            // Whether it was started after all is seen when it is held.
            if error.isUnanswered { return holdLater(unit) }
            forget(unit)
            report(.refused(reason: "systemd refuses it: \(error)."))
        }
    }

    private func service(_ plan: LaunchPlan, _ name: String) -> TransientService? {
        let arguments = plan.command.arguments.compactMap { String(validating: $0, as: UTF8.self) }
        guard arguments.count == plan.command.arguments.count else { return nil }
        var properties: [TransientService.Property] = [
            .text("Description", plan.title), .text("Slice", "app.slice"), .text("Type", "exec"),
            .text("ExitType", "cgroup"), .text("CollectMode", "inactive-or-failed"), .flag("AddRef", true),
            .text("WorkingDirectory", home), .time("TimeoutStopUSec", Self.stopTime),
            .text("StandardError", "journal"), .text("SyslogIdentifier", plan.identifier),
            .list("Environment", plan.environment.map { $0.name + "=" + $0.value }),
        ]
        if let input = plan.input { properties.append(.descriptor("StandardInputFileDescriptor", input)) }
        if let output = plan.output {
            // Were both named "journal", standard error would be made a copy of this descriptor.
            properties.append(.text("StandardOutput", "null"))
            properties.append(.descriptor("StandardOutputFileDescriptor", output))
        } else {
            properties.append(.text("StandardOutput", "journal"))
        }
        properties += plan.sandbox?.properties ?? []
        return TransientService(
            name: name, program: plan.command.program, arguments: arguments, properties: properties)
    }

    func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void) {
        let unit = Unit(record.unit, report)
        unit.isTried = true
        unit.told = .running
        units[unit.name] = unit
        if let manager = link.manager { hold(unit, manager) } else { reconnect() }
    }

    // MARK: Watching

    private func watch(_ unit: Unit, _ manager: UnitManager) throws(SystemdError) {
        unit.watch = try manager.watch(unit.name) { [weak self, weak unit] in
            if let unit { self?.ask(unit) }
        }
    }

    /// Holds a unit that was started over another connection.
    private func hold(_ unit: Unit, _ manager: UnitManager) {
        try? watch(unit, manager)
        manager.reference(unit.name) { [weak self] error in
            guard let self else { return }
            guard let error else { return ask(unit) }
            if error.isAbsence { holdLater(unit) } else { lose(unit) }
        }
    }

    private func ask(_ unit: Unit) {
        guard unit.isTried, units[unit.name] === unit, let manager = link.manager else { return }
        guard !unit.isAsked else { return unit.hasChanged = true }
        unit.isAsked = true
        unit.hasChanged = false
        manager.state(of: unit.name) { [weak self] answer in
            unit.isAsked = false
            guard let self, units[unit.name] === unit else { return }
            switch answer {
            case .success(let state): compare(unit, state)
            case .failure(let error) where !error.isAbsence: return lose(unit)
            case .failure: return holdLater(unit)
            }
            if unit.hasChanged { ask(unit) }
        }
    }

    private func compare(_ unit: Unit, _ state: UnitState) {
        if unit.told == .nothing {
            // Not tried yet after all: systemd was started anew in between.
            if state.isOver, state.hasJob { return }
            if state.isOver, let reason = Self.refusal(state) {
                forget(unit)
                return unit.report(.refused(reason: reason))
            }
            unit.told = .running
            unit.report(.running(unit: unit.name))
        }
        if unit.told == .running, let end = state.mainEnd {
            unit.told = .exited
            unit.report(.exited(end))
        }
        guard state.isOver else { return }
        if unit.told == .exited { finish(unit) } else { lose(unit) }
    }

    /// Why a unit that is over never ran; nil where it did.
    private static func refusal(_ state: UnitState) -> String? {
        switch state.mainEnd {
        // Forgotten, by a systemd that was started anew just when it ended.
        case nil where state.result == "success": return nil
        case nil: return "systemd could not start it: \(state.result)."
        case .exited(203): return "The program cannot be executed. Is what its first line names there?"
        case .exited(let status) where state.result == "exit-code" && setupStatuses.contains(status):
            return "systemd could not set it up (status \(status), see systemd.exec(5)); its log says more."
        default: return nil
        }
    }

    private func finish(_ unit: Unit) {
        forget(unit)
        unit.report(.over)
    }

    private func lose(_ unit: Unit) {
        forget(unit)
        if unit.told == .nothing {
            return unit.report(.refused(reason: "systemd went away before it was started."))
        }
        if unit.told == .running {
            unit.report(.lost(reason: "How it ended is not known: systemd could not be asked in time."))
        }
        unit.report(.over)
    }

    private func forget(_ unit: Unit) {
        units[unit.name] = nil
        unit.watch = nil
        link.manager?.release(unit.name)
    }

    // MARK: Stopping

    func stop(_ unit: String, _ answer: @escaping (String?) -> Void) {
        link.connect { manager in
            guard let manager else { return answer("The user's systemd cannot be reached.") }
            manager.stop(unit) { error in answer(error.flatMap { $0.isNoSuchUnit ? nil : "\($0)." }) }
        }
    }

    // MARK: Broken connections

    func forget(_ unit: String) {
        if let unit = units[unit] { forget(unit) }
    }

    func outputEnded(_ unit: String) {
        units[unit]?.hasHungUp = true
    }

    /// systemd is away from its bus for a moment, as when it is started anew.
    private func holdLater(_ unit: Unit) {
        unit.lose()
        reconnectLater()
    }

    private func reconnectLater() {
        guard retry == nil, !units.isEmpty else { return }
        let delay = min(Self.firstDelay << UInt64(min(attempts, 6)), Self.longestDelay)
        retry = try? loop.after(delay) { [unowned self] in
            retry?.remove()
            retry = nil
            reconnect()
        }
    }

    /// Where there is a connection, all units are held over it.
    private func reconnect() {
        link.connect { [weak self] manager in
            guard let self else { return }
            attempts = manager == nil ? attempts + 1 : 0
            if let manager {
                for unit in units.values where unit.watch == nil { hold(unit, manager) }
                return
            }
            for unit in Array(units.values) where unit.hasHungUp && attempts >= Self.patience { lose(unit) }
            reconnectLater()
        }
    }
}

extension UnitLauncher {
    /// What is known of a unit, and what was told of it.
    private final class Unit {
        enum Told {
            case nothing, running, exited
        }

        let name: String
        let report: (LaunchEvent) -> Void
        var watch: UnitManager.Watch?
        var told = Told.nothing
        /// Whether systemd has tried to start it: before that, it looks as if it were over.
        var isTried = false
        var isAsked = false
        var hasChanged = false
        var hasHungUp = false

        init(_ name: String, _ report: @escaping (LaunchEvent) -> Void) {
            self.name = name
            self.report = report
        }

        /// The connection over which it was held broke. By the next one it will have been tried.
        func lose() {
            watch = nil
            isAsked = false
            isTried = true
        }
    }
}

/// The names of units, by systemd's rules for desktops ("Desktop Environment Integration").
enum UnitName {
    /// Of systemd, UNIT_NAME_MAX, without the final NUL.
    private static let maximumBytes = 255

    static func make(_ identifier: String, _ token: String) -> String {
        let start = "app-activityd-"
        let ending = "@" + token + ".service"
        var escaped = PeerUnit.escape(identifier).prefix(maximumBytes - start.utf8.count - ending.utf8.count)
        // A long identifier with many hyphens is cut, not amid an escape: the token alone tells units apart.
        if let escape = escaped.suffix(3).firstIndex(of: "\\") { escaped = escaped[..<escape] }
        return start + escaped + ending
    }
}
