// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import CLinux
import Host
import StrictJSON
import Systemd

/// Schedules the scans and the tidying of the disk thread, and logs a disk that does not respond.
final class RegistryWatch {
    /// Delay of tidying after a change, in microseconds, so that it includes later changes.
    private static let tidyingWindow: UInt64 = 10_000_000
    /// Maximum wait for the first load, in microseconds; then only the system's activities are served until
    /// it has finished.
    private static let startTimeout: UInt64 = 3_000_000
    /// Interval between checks whether the disk responds, in microseconds.
    private static let stallPeriod: UInt64 = 1_000_000

    private let registry: BundleRegistry
    private let loop: EventLoop
    private let journal: Journal
    private let changes: ChangeWindow
    private var rescanTimer: EventSource?
    private var tidyTimer: EventSource?
    private var stallTimer: EventSource?
    private var startTimer: EventSource?
    private var watchesForStall = false
    private var isUntidy = false
    private var hasTidied = false
    private var unwatched: String?
    /// The path that does not respond, once it has been logged.
    private var stall: String?

    init(_ registry: BundleRegistry, _ loop: EventLoop, _ journal: Journal) {
        self.registry = registry
        self.loop = loop
        self.journal = journal
        changes = ChangeWindow(loop) { registry.post { $0.refresh() } }
    }

    /// Called when a scan has finished.
    var onScan: (() -> Void)?
    /// Called when all bundles found by a scan are judged.
    var onSettle: (() -> Void)?

    var problems: [String] {
        registry.state.problems + (registry.disk.stall.map { [sentence($0)] } ?? [])
    }

    func start() throws {
        _ = try loop.onReady(registry.descriptor, EPOLLIN.rawValue) { [unowned self] in registry.process() }
        rescanTimer = try timer { [unowned self] in registry.post { $0.refresh() } }
        tidyTimer = try timer { [unowned self] in
            isUntidy = false
            registry.post { $0.tidy() }
        }
        stallTimer = try timer { [unowned self] in checkForStall() }
        registry.onWork = { [unowned self] in watchForStall() }
        startTimer = try loop.after(Self.startTimeout) { [unowned self] in registry.serveSystemOnly() }
        registry.onScan = { [unowned self] in
            changes.open(at: registry.state.watchDescriptor)
            onScan?()
        }
        registry.onSettled = { [unowned self] in handleSettled() }
    }

    /// Creates a paused timer.
    private func timer(_ handler: @escaping () -> Void) throws -> EventSource {
        let timer = try loop.after(0, handler)
        timer.pause()
        return timer
    }

    // MARK: Changes

    private func handleSettled() {
        startTimer?.remove()
        changes.open(at: registry.state.watchDescriptor)
        waitForCopies()
        waitForTidying()
        let state = registry.state
        if let reason = state.unwatched, reason != unwatched {
            journal.problem(reason, id: Journal.MessageID.unwatched)
        }
        unwatched = state.unwatched
        onSettle?()
    }

    /// Schedules the scan that the registry has requested, usually because a bundle may still be being
    /// copied.
    private func waitForCopies() {
        guard let time = registry.state.unsettledUntil else { return rescanTimer?.pause() ?? () }
        // Ten milliseconds more, since files are stamped by a coarser clock.
        rescanTimer?.rearm(after: UInt64(max(0, time - Clocks.real())) * 1000 + 10_000)
    }

    /// Schedules tidying: immediately after the first load, which has most to save, otherwise after a delay.
    private func waitForTidying() {
        guard !isUntidy else { return }
        isUntidy = true
        tidyTimer?.rearm(after: hasTidied ? Self.tidyingWindow : 0)
        hasTidied = true
    }

    // MARK: A disk that does not respond

    /// Schedules the check of the disk. Further work does not rearm the timer, so that a steady stream of
    /// requests cannot postpone the check.
    private func watchForStall() {
        guard !watchesForStall else { return }
        watchesForStall = true
        stallTimer?.rearm(after: Self.stallPeriod)
    }

    private func checkForStall() {
        watchesForStall = false
        let path = registry.refuseWhatWaits()
        // Serve even before the first load: sheets may be empty, but Status names the file that hangs.
        if path != nil { registry.serve() }
        if let path, path != stall { journal.problem(sentence(path), id: Journal.MessageID.stalled) }
        if path == nil, let stall {
            journal.log(
                .notice, "\(stall) keeps nothing waiting any more.", id: Journal.MessageID.stalled)
        }
        stall = path
        if registry.disk.isBusy { watchForStall() }
    }

    private func sentence(_ path: String) -> String {
        let (what, remedy) =
            FolderLock.isLock(path)
            ? ("Another process holds \(path), and has", "fuser(1) tells which process it is.")
            : ("\(path) has not answered", "Check that its server or device is there.")
        return JSON.streamSafe(
            "\(what) for more than \(DiskThread.timeout / 1_000) seconds. \(sheets); "
                + "calls that need the disk are refused. \(remedy)")
    }

    private var sheets: String {
        if registry.isSystemOnly { return "Sheets have the system's activities alone" }
        return registry.snapshot.bundles.isEmpty
            ? "No sheet is served until it answers" : "Sheets are served as they were"
    }
}
