// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd
import TestSupport

@testable import ActivityPerforming

/// The invariants of performing.
extension PerformWalk {
    func check() throws {
        for client in clients {
            try require(
                client.misdeeds.isEmpty, "A client is told the start, then one end", "\(client.misdeeds)")
            if case .noSuchUnit(let unit) = client.refusal {
                throw BrokenInvariant("A start that was acknowledged stays known", unit)
            }
        }
        try require(systemd.misdeeds.isEmpty, "A unit is kept until its result is", "\(systemd.misdeeds)")
        for (unit, count) in ends.counts { try require(count == 1, "An activity ends once", unit) }
        try checkOutcomes()
        try checkFiles()
        if !wasKilled { try require(performer.performances.count <= Self.maximum, "No more run than may") }
    }

    /// All are told the same end, which is that of the process unless it was cancelled in time.
    private func checkOutcomes() throws {
        var told: [String: Outcome] = [:]
        for outcome in clients.compactMap(\.outcome) {
            let unit = outcome.progress.unit
            let known = told.updateValue(outcome.kept, forKey: unit)
            try require(known == nil || known == outcome.kept, "Everyone is told the same end", unit)
        }
        for (unit, outcome) in told {
            guard let process = systemd.units.first(where: { $0.name == unit }) else { continue }
            let asked = clients.filter { $0.call == .cancel(unit) }
            let isCancelled = asked.contains { $0.finalEvents > 0 && $0.refusal == nil && !$0.hadEnded }
            let own: Outcome.Result = process.end == .exited(0) ? .success : .failure
            let may: [Outcome.Result] =
                isCancelled ? [.cancelled] : asked.isEmpty ? [own] : [own, .cancelled]
            try require(
                may.contains(outcome.result), "An end is the process's own, or a cancel",
                "\(unit): \(outcome.result)")
        }
    }

    /// A process finds its files as long as it runs.
    private func checkFiles() throws {
        for unit in systemd.units where !unit.isOver && !unit.isReader {
            try require(Files.exists(unit.folder + "/errors"), "What runs has its files", unit.name)
            try require(
                Files.exists(unit.folder + "/record.json"), "What runs is on record", unit.name)
        }
    }

    /// Once all is over.
    func checkEnd() throws {
        for client in clients {
            try require(client.isDone, "Every client is told an end", "\(client.call)")
        }
        try require(performer.performances.isEmpty && !performer.isPending, "What has ended is let go")
        for token in scratch.names("activityd/performs") where scratch.exists("activityd/performs") {
            let folder = scratch("activityd/performs/" + token)
            // What hands over keeps its files for an hour, whether a daemon knows that it ran or not.
            if Files.text(folder + "/record.json").contains(#""handsOver":true"#) { continue }
            let left = Files.names(in: folder)
            try require(
                left == ["record.json", "result.json"], "Only its result is left of an activity", "\(left)")
            try require(!scratch.exists("cache/performs/" + token), "Nothing is left on the disk", token)
        }
    }
}
