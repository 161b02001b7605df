// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import CLinux
import Glibc
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
    /// What an earlier daemon has left, and was not looked at yet.
    var leftovers: PerformLeftovers?
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
        waitingStarts > 0 || leftovers != nil || performances.values.contains(where: \.isPending)
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
        disk.proceed(for: start.call.diskCaller, at: job.bundlePath) { [setting, shelf] note in
            Result { () throws(PerformRefusal) in
                try PreparedPerform.make(job, program: program, setting, on: shelf, note)
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
        let (job, folder) = (prepared.job, prepared.folder)
        if launcher === units { try prepared.command.requireText(job) }
        let input = try PerformInput.file(for: job)
        defer { if let input { close(input) } }
        let (channels, ends) = try PerformChannels.make(in: folder, keepsOutput: !job.handsOver)
        defer { ends.close() }
        let plan = LaunchPlan(
            identifier: job.identifier, title: job.title, token: folder.token, command: prepared.command,
            environment: prepared.environment, folder: folder.path, input: input, output: ends.output,
            errors: ends.errors, isSandboxed: prepared.isSandboxed, keepsResult: !job.handsOver
        ) { [shelf, record = start.record("")] in shelf.record($0, as: record, in: folder) }
        let performance = Performance(
            start, in: folder, by: launcher, loop, disk, handOverTime: setting.handOverTime, channels)
        add(performance)
        performance.begin(plan)
    }

    func add(_ performance: Performance) {
        let token = performance.folder.token
        performances[token] = performance
        performance.onFinish = { [unowned self, unowned performance] progress, errors in
            journal.performed(performance.identifier, progress)
            if let errors { journal.printed(performance.identifier, progress.unit, errors) }
            if !isPending { onIdle?() }
        }
        performance.onOver = { [unowned self, unowned performance] in
            performances[token] = nil
            if let ended = performance.ended { results.add(token, ended: ended) }
            if !isPending { onIdle?() }
        }
    }

    // MARK: Those that run

    /// To be called before the daemon ends: what has finished and left something behind has its pipes read.
    func passOn() {
        for performance in performances.values where !performance.isPending { performance.passOn() }
    }

    /// Answers with how a unit goes on; false where it is none of ours.
    func follow(_ unit: String, _ call: PendingCall) -> Bool {
        guard let folder = shelf.folder(of: unit) else { return false }
        if let result = folder.result {
            guard Clock.sinceBoot - result.ended < PerformResults.keepingTime else { return false }
            call.reply(result.progress.object)
            return true
        }
        guard let performance = performance(of: folder) else { return false }
        performance.follow(call)
        return true
    }

    private func performance(of folder: PerformFolder) -> Performance? {
        if leftovers?.take(folder.token) == true { takeUp(folder) }
        return performances[folder.token]
    }

    /// Asks for a unit's end; false where it is none of ours.
    func cancel(_ unit: String, _ answer: @escaping (_ identifier: String, _ reason: String?) -> Void) -> Bool
    {
        guard let folder = shelf.folder(of: unit), let record = folder.record else { return false }
        if let result = folder.result {
            guard Clock.sinceBoot - result.ended < PerformResults.keepingTime else { return false }
            answer(record.identifier, nil)
            return true
        }
        guard let performance = performance(of: folder) else { return false }
        performance.cancel { answer(record.identifier, $0) }
        return true
    }
}
