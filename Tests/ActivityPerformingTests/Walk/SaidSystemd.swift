// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import Systemd
import TestSupport

@testable import ActivityPerforming

/// Processes that run only in the test, and outlive the daemons that started them.
final class SaidSystemd {
    final class Unit {
        let name: String
        let folder: String
        /// Whether the program copies output for an activity, of which nothing is left.
        let isReader: Bool
        var end: ProcessEnd?
        var isOver = false
        var isForgotten = false

        init(_ name: String, _ plan: LaunchPlan) {
            (self.name, folder) = (name, plan.folder)
            isReader = plan.command.program == "/bin/cat"
        }
    }

    /// A program that is to be started.
    struct Start {
        let plan: LaunchPlan
        let name: String
        let report: (LaunchEvent) -> Void
    }

    struct Stop {
        let unit: String
        let answer: (String?) -> Void
    }

    /// Whether a unit has a name before it is started, as with systemd.
    var namesEarly = true
    var units: [Unit] = []
    var starts: [Start] = []
    var stops: [Stop] = []
    /// Events that the present daemon has not been told yet, oldest first.
    var untold: [(unit: String, event: LaunchEvent)] = []
    private var reports: [String: (LaunchEvent) -> Void] = [:]
    private var count = 0
    /// Forbidden acts of the daemon so far.
    var misdeeds: [String] = []

    /// Forgets the daemon, which has been killed.
    func loseDaemon() { (starts, stops, untold, reports) = ([], [], [], [:]) }

    func nextName() -> String {
        count += 1
        // No process has so large a number.
        return SpawnedProcess(pid_t(10_000_000 + count)).unit
    }

    func start(_ start: Start) {
        let unit = Unit(start.name, start.plan)
        let number = pid_t(start.name.dropFirst(SpawnedProcess.unitPrefix.count)) ?? 0
        start.plan.record?(SpawnedProcess(number))
        units.append(unit)
        watch(unit.name, start.report)
        untold.append((unit.name, .running(unit: unit.name)))
    }

    func watch(_ unit: String, _ report: @escaping (LaunchEvent) -> Void) { reports[unit] = report }

    func end(_ unit: Unit, _ end: ProcessEnd) {
        unit.end = end
        if reports[unit.name] != nil { untold.append((unit.name, .exited(end))) }
    }

    func leave(_ unit: Unit) {
        unit.isOver = true
        if reports[unit.name] != nil { untold.append((unit.name, .over)) }
    }

    func tellOnce() {
        guard !untold.isEmpty else { return }
        let (unit, event) = untold.removeFirst()
        reports[unit]?(event)
    }

    /// Tells once more what was told.
    func repeatEvents(of unit: Unit) {
        guard let report = reports[unit.name], !untold.contains(where: { $0.unit == unit.name }) else {
            return
        }
        report(.running(unit: unit.name))
        if let end = unit.end { report(.exited(end)) }
        if unit.isOver { report(.over) }
    }

    func forget(_ name: String) {
        reports[name] = nil
        guard let unit = units.first(where: { $0.name == name }), !unit.isReader else { return }
        unit.isForgotten = true
        if !Files.exists(unit.folder + "/result.json") {
            misdeeds.append("forgot \(name) without its result")
        }
    }
}

/// The launcher of one daemon.
final class SaidLauncher: Launcher {
    private let systemd: SaidSystemd

    init(_ systemd: SaidSystemd) { self.systemd = systemd }

    private var names: [String: String] = [:]

    func unit(of identifier: String, token: String) -> String? {
        guard systemd.namesEarly else { return nil }
        names[token] = systemd.nextName()
        return names[token]
    }

    func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void) {
        let name = names[plan.token] ?? systemd.nextName()
        systemd.starts.append(.init(plan: plan, name: name, report: report))
    }

    func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void) {
        systemd.watch(record.unit, report)
        guard let unit = systemd.units.first(where: { $0.name == record.unit }), !unit.isForgotten else {
            systemd.untold += [(record.unit, .lost(reason: "It is gone.")), (record.unit, .over)]
            return
        }
        systemd.untold.append((unit.name, .running(unit: unit.name)))
        if let end = unit.end { systemd.untold.append((unit.name, .exited(end))) }
        if unit.isOver { systemd.untold.append((unit.name, .over)) }
    }

    func stop(_ unit: String, _ answer: @escaping (String?) -> Void) {
        systemd.stops.append(.init(unit: unit, answer: answer))
    }

    func forget(_ unit: String) { systemd.forget(unit) }

    func outputEnded(_ unit: String) {}
}
