// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import Systemd

/// Starts programs itself, if the user has no systemd: each in a process group of its own, through which it
/// is stopped with all its children.
final class ProcessLauncher: Launcher {
    /// Interval between checks whether a process group still exists, in microseconds: the kernel does not
    /// notify.
    private static let pollInterval: UInt64 = 2_000_000

    /// Interval between checks whether a process has ended, in microseconds, if the kernel gives no
    /// descriptor for it: the daemon may have reached its limit of open files.
    private static let collectTime: UInt64 = 250_000

    private final class Child {
        let process: SpawnedProcess
        let isOurs: Bool
        let stopTime: UInt64
        var report: (LaunchEvent) -> Void
        /// Whether the child is only waited for, so that it does not stay as a zombie.
        var isForgotten = false
        var descriptor: Descriptor?
        /// Whether the program itself runs, not only its sandbox. `refusal`: the reason why it will never
        /// run.
        var isRunning = false
        var refusal: String?
        var receiver: NotifyReceiver?
        var listener: EventSource?
        var source: EventSource?
        var killer: EventSource?
        var pollTimer: EventSource?

        var pid: pid_t { process.pid }
        var unit: String { process.unit }

        init(
            _ process: SpawnedProcess, isOurs: Bool, stopTime: UInt64 = LaunchPlan.stopTime,
            _ report: @escaping (LaunchEvent) -> Void
        ) {
            self.process = process
            self.isOurs = isOurs
            self.stopTime = stopTime
            self.report = report
        }

        deinit {
            for source in [source, killer, pollTimer, listener] { source?.remove() }
        }
    }

    private let loop: EventLoop
    private let disk: any Disk
    private let home: String
    private let environment: [String: String]
    private var children: [String: Child] = [:]

    /// - Parameter environment: the daemon's environment; variables that concern only the daemon are dropped.
    init(_ loop: EventLoop, _ disk: any Disk, home: String, environment: [String: String]) {
        self.loop = loop
        self.disk = disk
        self.home = home
        self.environment = environment.filter { !Self.ownVariables.contains($0.key) }
    }

    private static let ownVariables: Set<String> = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC", "WATCHDOG_PID",
        "INVOCATION_ID", "JOURNAL_STREAM", "MANAGERPID", "SYSTEMD_EXEC_PID", "SWIFT_BACKTRACE",
        "ACTIVITYD_DRAW",
        "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID",
    ]

    // MARK: Starting

    func unit(of identifier: String, token: String) -> String? { nil }

    func launch(_ plan: LaunchPlan, _ report: @escaping (LaunchEvent) -> Void) {
        let spawn = ProcessSpawn(plan, home: home, environment: environment)
        disk.run(at: plan.folder) { [reportPath = disk.reportPath] in
            Result { () throws(PerformRefusal) in try spawn.start(reportPath) }
        } then: { [weak self] result in
            switch result {
            case .success(let started):
                guard let self else { return }
                let child = Child(started.process, isOurs: true, stopTime: plan.stopTime, report)
                children[child.unit] = child
                if let receiver = started.receiver { listen(child, receiver) } else { run(child) }
                watch(child)
            case .failure(let refusal): report(.refused(reason: refusal.sentence))
            }
        }
    }

    private func run(_ child: Child) {
        child.isRunning = true
        child.report(.running(unit: child.unit, startTime: child.process.startTime))
    }

    /// Waits for activity-sandbox to report that the program runs, or why it does not.
    private func listen(_ child: Child, _ receiver: NotifyReceiver) {
        child.receiver = receiver
        child.listener = try? loop.onReady(receiver.descriptor, EPOLLIN.rawValue) {
            [unowned self, unowned child] in receiveMessages(child)
        }
    }

    private func receiveMessages(_ child: Child) {
        guard let message = child.receiver?.receive().first else { return }
        child.listener?.remove()
        (child.listener, child.receiver) = (nil, nil)
        if let reason = message["STATUS"]?.last { child.refusal = reason + "." } else { run(child) }
    }

    func adopt(_ record: PerformRecord, _ report: @escaping (LaunchEvent) -> Void) {
        let process = SpawnedProcess(pid_t(record.unit.dropFirst(SpawnedProcess.unitPrefix.count)) ?? -1)
        guard process.pid > 1, process.startTime == record.processStart, record.processStart != nil else {
            report(.lost(reason: "How it ended is not known: activityd was not there."))
            return report(.over)
        }
        let child = Child(process, isOurs: false, report)
        children[child.unit] = child
        run(child)
        watch(child)
    }

    // MARK: Watching

    /// Waits for the child's end: through its pidfd, or by polling if there is none.
    private func watch(_ child: Child) {
        child.descriptor = Descriptor(linux_pidfd_open(child.pid))
        if let descriptor = child.descriptor {
            child.source = try? loop.onReady(descriptor.number, EPOLLIN.rawValue) {
                [unowned self, unowned child] in collect(child)
            }
        }
        guard child.source == nil else { return }
        child.source = try? loop.after(Self.collectTime) { [unowned self, unowned child] in
            if !collect(child) { child.source?.rearm(after: Self.collectTime) }
        }
    }

    /// Reports how the child ended, if it has; returns false while it runs. Does not block.
    @discardableResult
    private func collect(_ child: Child) -> Bool {
        var status: Int32 = 0
        if child.isOurs {
            let found = waitpid(child.pid, &status, WNOHANG)
            // ECHILD: the kernel has discarded the child's status.
            guard found == child.pid || found < 0 && errno == ECHILD else { return false }
            receiveMessages(child)
            guard child.isRunning else {
                children[child.unit] = nil
                child.report(.refused(reason: child.refusal ?? "Its sandbox ended before it ran."))
                return true
            }
            child.report(found < 0 ? .lost(reason: "How it ended is not known.") : .exited(Self.end(status)))
        } else {
            let startTime = SpawnedProcess.startTime(of: child.pid)
            guard child.descriptor != nil || startTime != child.process.startTime else { return false }
            child.report(.lost(reason: "How it ended is not known: activityd was restarted meanwhile."))
        }
        child.source?.remove()
        child.source = nil
        poll(child)
        return true
    }

    private static func end(_ status: Int32) -> ProcessEnd {
        let signal = status & 0x7F
        return signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(Int(signal))
    }

    private func poll(_ child: Child) {
        guard !child.isForgotten, kill(-child.pid, 0) == 0 || errno == EPERM else {
            children[child.unit] = nil
            return child.report(.over)
        }
        if let pollTimer = child.pollTimer { return pollTimer.rearm(after: Self.pollInterval) }
        child.pollTimer = try? loop.after(Self.pollInterval) { [unowned self, unowned child] in poll(child) }
    }

    // MARK: Stopping

    func stop(_ unit: String, _ answer: @escaping (String?) -> Void) {
        guard let child = children[unit] else { return answer(nil) }
        kill(-child.pid, SIGTERM)
        if child.killer == nil {
            child.killer = try? loop.after(child.stopTime) { [unowned child] in
                kill(-child.pid, SIGKILL)
            }
        }
        answer(nil)
    }

    func forget(_ unit: String) {
        guard let child = children[unit] else { return }
        child.isForgotten = true
        // A reader's closure retains this launcher, and may retain its performance
        // (`Performance.handOverPipes`).
        child.report = { _ in }
    }

    func outputEnded(_ unit: String) {}
}
