// SPDX-License-Identifier: Apache-2.0

import Host
import Systemd
import TestSupport
import Testing

@testable import ActivityPerforming

/// Records left for the next daemon, at each moment of a perform's end.
struct PerformanceTests {
    /// Starts nothing, and reports the test's values.
    private final class SaidLauncher: Launcher {
        var report: (LaunchEvent) -> Void = { _ in }
        /// The reason for which stopping fails.
        var refusal: String?

        func unit(of identifier: String, token: String) -> String? { nil }
        func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void) {}
        func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void) {
            self.report = report
        }
        func stop(_ unit: String, _ answer: @escaping (String?) -> Void) { answer(refusal) }
        func forget(_ unit: String) {}
        func outputEnded(_ unit: String) {}
    }

    private let scratch = Scratch()
    private let disk = HeldDisk()
    private let launcher = SaidLauncher()
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// A perform of an earlier daemon.
    private func adopted(deadline: Int? = nil) throws -> Performance {
        let stores = DiskStores(path: scratch("stores"), remover: disk.remover)
        let folder = try PrivateFolder(making: "0123", in: scratch.path, stores)
        let record = PerformRecord(
            unit: "app-one.service", identifier: "org.example.one", title: "One", started: 0,
            deadline: deadline,
            handsOver: false)
        try folder.save(record)
        let performance = Performance(
            record, .adopting([]), in: folder, Channels(adopting: [], in: folder), by: launcher,
            loop, disk, handOverTime: 0)
        performance.resume()
        return performance
    }

    private func report(_ events: LaunchEvent...) { for event in events { launcher.report(event) } }

    /// The program's own end counts then.
    @Test(arguments: [("No answer.", .success), (nil, .cancelled)] as [(String?, Outcome.Result)])
    func whatCouldNotBeStoppedWasNotCancelled(_ refusal: String?, _ result: Outcome.Result) throws {
        let performance = try adopted()
        report(.running(unit: performance.unit))
        launcher.refusal = refusal
        var answers: [String?] = []
        performance.cancel { answers.append($0) }
        disk.answer()
        #expect(answers == [refusal])
        report(.exited(.exited(0)), .over)
        disk.answer()
        #expect(try performance.folder.result()?.outcome.result == result)
    }

    @Test func whatWasStoppedAtItsTimeTookTooLongThoughNobodySawItsEnd() throws {
        let performance = try adopted(deadline: 0)
        report(.running(unit: performance.unit))
        while !performance.isOverdue { try loop.dispatch() }
        report(.lost(reason: "No answer."), .over)
        disk.answer()
        #expect(try performance.folder.result()?.outcome.progress.status == "It took longer than it may.")
    }
}
