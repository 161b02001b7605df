// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd
import TestSupport
import Testing

@testable import ActivityPerforming

/// Records left for the next daemon, at each moment of a perform's end.
struct PerformanceTests {
    /// Starts nothing, and reports what the test says.
    private final class SaidLauncher: Launcher {
        var report: (LaunchEvent) -> Void = { _ in }
        var onForget: (() -> Void)?

        func unit(of identifier: String, token: String) -> String? { nil }
        func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void) {}
        func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void) {
            self.report = report
        }
        func stop(_ unit: String, _ answer: @escaping (String?) -> Void) {}
        func forget(_ unit: String) { onForget?() }
        func outputEnded(_ unit: String) {}
    }

    /// A daemon that is killed in between would else leave nothing of which the next one could tell the end.
    @Test func theUnitIsKeptUntilItsResultIsStored() throws {
        let (scratch, disk, launcher) = (Scratch(), HeldDisk(), SaidLauncher())
        let stores = DiskStores(path: scratch("stores"), remover: disk.remover)
        let folder = try PrivateFolder(making: "0123", in: scratch.path, stores)
        let record = PerformRecord(
            unit: "app-one.service", identifier: "org.example.one", title: "One", started: 0, deadline: nil,
            handsOver: false)
        try folder.save(record)
        let performance = Performance(
            record, .adopting([]), in: folder, Channels(adopting: [], in: folder), by: launcher,
            try EventLoop(), disk, handOverTime: 0)
        performance.resume()
        var wasStored: [Bool] = []
        launcher.onForget = { wasStored.append(folder.result != nil) }
        for event in [.running(unit: record.unit), .exited(.exited(3)), .over] as [LaunchEvent] {
            launcher.report(event)
        }
        #expect(wasStored == [] && folder.result == nil)
        disk.answer()
        #expect(wasStored == [true] && folder.result?.outcome.exitStatus == 3)
    }
}
