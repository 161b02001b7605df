// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import CLinux
import Glibc
import Host
import StrictJSON
import Systemd
import Varlink

/// Starts activities, and knows those that run.
final class Performer {
    /// Each has a pipe, a socket and a unit; no person has so many windows open.
    static let maximumRunning = 256

    /// Called when nothing is pending any more.
    var onIdle: (() -> Void)?
    let loop: EventLoop
    unowned let disk: any Disk
    private let journal: Journal
    let setting: PerformSetting
    let shelf: PerformShelf
    let results: PerformResults
    let link: UnitLink
    let units: UnitLauncher
    let processes: ProcessLauncher
    /// By token.
    private(set) var performances: [String: Performance] = [:]
    /// Whether what an earlier daemon has left is being read.
    var isRecovering = false
    /// So many starts wait till it is known by what they are made.
    private var waitingStarts = 0

    init(_ loop: EventLoop, _ disk: any Disk, journal: Journal, _ setting: PerformSetting) {
        self.loop = loop
        self.disk = disk
        self.journal = journal
        self.setting = setting
        shelf = PerformShelf(setting, disk.remover)
        results = PerformResults(shelf, disk)
        link = UnitLink(
            loop, runtimeFolder: setting.runtimeFolder,
            busAddress: setting.environment["DBUS_SESSION_BUS_ADDRESS"])
        units = UnitLauncher(link, loop, disk, home: setting.home)
        processes = ProcessLauncher(loop, disk, home: setting.home, environment: setting.environment)
    }

    /// Whether an activity starts or runs, or what an earlier daemon left is still to be taken up.
    var isPending: Bool {
        waitingStarts > 0 || isRecovering || performances.values.contains(where: \.isPending)
    }

    // MARK: Performing

    /// Starts what a job says; the call is answered as it goes on.
    func perform(_ job: PerformJob, program: String, for call: PendingCall) throws(PerformRefusal) {
        guard performances.count + waitingStarts < Self.maximumRunning else {
            throw .notPerformable(
                reason: "\(Self.maximumRunning) activities run already. Wait till one of them has ended.")
        }
        results.removeOld()
        let start = PerformStart(job, for: call)
        waitingStarts += 1
        link.connect { [weak self] found in
            guard let self else { return }
            do throws(PerformRefusal) {
                prepare(job, program, start, by: try launcher(found))
            } catch {
                refuse(start, error)
            }
        }
    }

    /// What a service starts itself inherits the service's own narrowing and ends when it is idle.
    private func launcher(
        _ found: Result<UnitManager, UnitLink.Fault>
    ) throws(PerformRefusal) -> any Launcher {
        switch found {
        case .success: return units
        case .failure(.silent): throw .notPerformable(reason: UnitLink.Fault.silent.reason)
        case .failure(.absent) where setting.isService:
            throw .notPerformable(
                reason: "The user's systemd cannot be reached, and without it a service of systemd starts "
                    + "nothing. Install dbus-user-session, and log in again.")
        case .failure(.absent): return processes
        }
    }

    /// Has its folders and files made.
    private func prepare(
        _ job: PerformJob, _ program: String, _ start: PerformStart, by launcher: any Launcher
    ) {
        let token = PerformShelf.newToken()
        let record = launcher.unit(of: job.identifier, token: token).map { start.record($0) }
        disk.proceed(for: start.call.diskCaller, at: job.bundlePath) { [setting, shelf] note in
            Result { () throws(PerformRefusal) in
                try PreparedPerform.make(
                    job, program: program, setting, on: shelf, token: token, record, note)
            }
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(.success(let prepared)): begin(prepared, start, by: launcher)
            case .success(.failure(let refusal)): refuse(start, refusal)
            case .failure(let refusal): refuse(start, PerformRefusal(refusal))
            }
        }
    }

    private func refuse(_ start: PerformStart, _ refusal: PerformRefusal) {
        waitingStarts -= 1
        start.call.fail(WireError.refusal(refusal, of: start.identifier))
    }

    private func begin(_ prepared: PreparedPerform, _ start: PerformStart, by launcher: any Launcher) {
        do throws(PerformRefusal) {
            try launch(prepared, start, by: launcher)
            waitingStarts -= 1
        } catch {
            let folder = prepared.folder
            disk.run(at: folder.storeBase) {
                folder.remove()
            } then: { [weak self] in
                self?.refuse(start, error)
            }
        }
    }

    private func launch(
        _ prepared: PreparedPerform, _ start: PerformStart, by launcher: any Launcher
    ) throws(PerformRefusal) {
        let (job, folder, channels) = (prepared.job, prepared.folder, prepared.channels)
        if launcher === units { try prepared.command.requireText(job) }
        let input = try PerformInput.file(for: job)
        defer { if let input { close(input) } }
        let output = try channels.output?.endForWriting()
        defer { if let output { close(output) } }
        let errors = try channels.errors?.endForWriting()
        defer { if let errors { close(errors) } }
        let plan = LaunchPlan(
            identifier: job.identifier, title: job.title, token: folder.token, command: prepared.command,
            environment: prepared.environment, folder: folder.path, input: input, output: output,
            errors: errors, isSandboxed: prepared.isSandboxed, keepsResult: !job.handsOver
        ) { [record = start.record("")] in
            // Without it the next daemon knows nothing of this.
            try? folder.save(record.naming($0))
        }
        let performance = Performance(
            start, in: folder, by: launcher, loop, disk, handOverTime: setting.handOverTime, channels)
        add(performance)
        performance.begin(plan)
    }

    func add(_ performance: Performance) {
        let token = performance.folder.token
        performances[token] = performance
        performance.onFinish = { [unowned self, unowned performance] end in
            journal.performed(performance.identifier, end.progress)
            if let errors = end.errors {
                journal.printed(performance.identifier, end.progress.unit, errors)
            }
            if let fault = end.fault {
                journal.problem("The result of \(end.progress.unit) is kept in memory alone: \(fault)")
            }
            if !isPending { onIdle?() }
        }
        performance.onOver = { [unowned self, unowned performance] in
            performances[token] = nil
            if let ended = performance.ended { results.add(ended) }
            if !isPending { onIdle?() }
        }
    }

    // MARK: Those that run

    /// To be called before the daemon ends: what has finished and left something behind has its pipes read.
    ///
    /// - Parameter then: called when others read them.
    func passOn(then: @escaping () -> Void) {
        let finished = performances.values.filter { !$0.isPending }
        var missing = finished.count
        guard missing > 0 else { return then() }
        for performance in finished {
            performance.passOn {
                missing -= 1
                if missing == 0 { then() }
            }
        }
    }

    /// What a unit is to us.
    private enum Known {
        case present(Performance)
        case ended(EndedPerform)
    }

    /// Answers with how a unit goes on.
    func follow(_ unit: String, _ call: PendingCall) {
        find(unit, for: call) { [weak self] known in
            switch known {
            case .present(let performance): performance.follow(call)
            case .ended(let perform): self?.answer(call, with: perform)
            }
        }
    }

    /// Asks for a unit's end.
    func cancel(_ unit: String, _ call: PendingCall) {
        find(unit, for: call) { known in
            guard case .present(let performance) = known else { return call.reply(JSON.Object()) }
            performance.cancel { [identifier = performance.identifier] reason in
                if let reason {
                    call.fail(WireError.notPerformable(identifier, reason))
                } else {
                    call.reply(JSON.Object())
                }
            }
        }
    }

    /// Fails a call for a unit that is none of ours. While what an earlier daemon has left is being read, it waits.
    private func find(_ unit: String, for call: PendingCall, _ then: @escaping (Known) -> Void) {
        if let performance = performances.values.first(where: { $0.record?.unit == unit }) {
            return then(performance.ended.map { .ended($0) } ?? .present(performance))
        }
        if let perform = results.find(unit) { return then(.ended(perform)) }
        guard isRecovering else { return call.fail(WireError.noSuchUnit(unit)) }
        disk.proceed(for: call.diskCaller, at: shelf.path) { _ in
        } then: { [weak self] answer in
            switch answer {
            case .success: self?.find(unit, for: call, then)
            case .failure(let refusal): call.fail(WireError.refusal(PerformRefusal(refusal), of: ""))
            }
        }
    }

    private func answer(_ call: PendingCall, with perform: EndedPerform) {
        if let progress = perform.unstored { return call.reply(progress.object) }
        let folder = shelf.folder(token: perform.token)
        disk.proceed(for: call.diskCaller, at: folder.path) { _ in
            folder.result
        } then: { answer in
            switch answer {
            case .success(let result?): call.reply(result.progress.object)
            case .success(nil): call.fail(WireError.noSuchUnit(perform.unit))
            case .failure(let refusal):
                call.fail(WireError.refusal(PerformRefusal(refusal), of: perform.identifier))
            }
        }
    }
}
