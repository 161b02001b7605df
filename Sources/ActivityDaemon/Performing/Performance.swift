// SPDX-License-Identifier: Apache-2.0
//
// The life of one perform.
//
//     starting ──▶ running ──▶ finished ──▶ (gone)
//         └──▶ refused
//
// It is `starting` from when the request was checked till its program runs; the client waits, and is answered
// by an error where it never does. It is `running` till the main process ends; the client that asked, and those that
// follow, are told how far it is. It is `finished` from then on: the result is on the disk before any client is
// told it, and there it is found for an hour, by this daemon or the next. What the activity has left behind
// on purpose (the clipboard's owner) may run on; only when nothing of the unit runs any more its private
// files go, and with them this object.
//
// An activity that hands over to another program may run for as long as that one does, so its end says
// nothing; but one that could not hand over says so soon. It has finished when it exits, or when it has had its
// time to fail (`PerformSetting.handOverTime`), and is not looked after from then on; its files stay for the hour,
// since the daemon cannot tell when they have been read. The next daemon gives it that time once more.
//
// A daemon may end at any moment, and killed it says nothing. So all that another one needs is in the private
// folder before the program starts (PerformFolder.swift), or, of a process, which has a name only then, is put there
// by the thread that has started it, in the same piece of work; and the open ends of its pipe and of its socket lie
// with systemd (`ServiceManager.keep`), which hands them to the next daemon.
//
// What the activity says comes by three ways: its socket, its pipe, and the word that it ended. The last may
// overtake the others; so the end is told only after the other two were read empty once more.

import ActivityInterface
import ActivityRegistry
import CLinux
import Glibc
import StrictJSON
import Systemd
import Varlink

/// One activity that was started, and the clients that wait for its end.
final class Performance {
    static let keptPrefix = "perform-"
    /// The status of what has handed over.
    static let handedOver = "handed over"
    /// Between two attempts to end what has had its time, in microseconds.
    private static let stopRetryTime: UInt64 = 1_000_000

    enum State {
        case starting(PerformStart)
        case running
        case finished
    }

    let folder: PerformFolder
    let identifier: String
    private(set) var record: PerformRecord?
    let launcher: any Launcher
    private let loop: EventLoop
    unowned let disk: any Disk
    /// How long what hands over has to fail, in microseconds.
    private let handOverTime: UInt64
    let followers = Followers()
    let handsOver: Bool
    var state: State
    var progress = Sheet.Progress(.started, unit: "")
    var channels: PerformChannels
    /// Nil when it has finished.
    var progressSource: EventSource?
    /// Of the pipes that still have a writer, by identity.
    var pipeSources: [ObjectIdentifier: EventSource] = [:]
    var deadline: EventSource?
    var isOverdue = false
    /// Clients that asked to follow it before its launcher has told how it is.
    private var early: [PendingCall] = []
    private var isAdopting = false

    /// Called with the result and what was printed as errors, after all followers were told.
    var onFinish: ((Sheet.Progress, _ errors: String?) -> Void)?
    /// Called when there is nothing more to look after.
    var onOver: (() -> Void)?

    /// One that is about to start.
    init(
        _ start: PerformStart, in folder: PerformFolder, by launcher: any Launcher, _ loop: EventLoop,
        _ disk: any Disk, handOverTime: UInt64, _ channels: PerformChannels
    ) {
        self.folder = folder
        self.launcher = launcher
        self.loop = loop
        self.disk = disk
        self.handOverTime = handOverTime
        identifier = start.identifier
        handsOver = start.handsOver
        state = .starting(start)
        self.channels = channels
    }

    /// One that an earlier daemon has started.
    init(
        adopting record: PerformRecord, in folder: PerformFolder, by launcher: any Launcher,
        _ loop: EventLoop, _ disk: any Disk, handOverTime: UInt64, _ channels: PerformChannels
    ) {
        self.folder = folder
        self.launcher = launcher
        self.loop = loop
        self.disk = disk
        self.handOverTime = handOverTime
        self.record = record
        identifier = record.identifier
        handsOver = record.handsOver
        ended = folder.result?.ended
        state = ended == nil ? .running : .finished
        progress.unit = record.unit
        self.channels = channels
    }

    deinit {
        for source in [progressSource, deadline].compactMap({ $0 }) + pipeSources.values { source.remove() }
    }

    var unit: String { progress.unit }
    /// CLOCK_BOOTTIME in microseconds; nil of one that never ran.
    var ended: Int?
    /// Whether it has not finished.
    var isPending: Bool { if case .finished = state { false } else { true } }

    // MARK: Beginning

    func begin(_ plan: LaunchPlan) {
        guard case .starting(let start) = state else { return }
        if let unit = launcher.unit(of: plan) { save(start.record(unit)) }
        keep()
        launcher.launch(plan) { [weak self] in self?.handle($0) }
    }

    func resume() {
        guard let record else { return }
        keep()
        if isPending { watch() } else { watchPipes() }
        isAdopting = true
        launcher.adopt(record) { [weak self] in self?.handle($0) }
    }

    private func handle(_ event: LaunchEvent) {
        isAdopting = false
        for call in early { follow(call) }
        early = []
        switch event {
        case .refused(let reason): refuse(reason)
        case .running(let unit):
            if case .starting(let start) = state { run(unit, start) } else { armDeadline() }
        case .exited(let end): finish(end)
        case .lost(let reason):
            if isPending { finish(.failure, status: reason) }
        case .over: leave()
        }
    }

    private func refuse(_ reason: String) {
        guard case .starting(let start) = state else { return }
        state = .finished
        forget()
        onOver?()
        // A client that is refused finds nothing left of it.
        disk.run(at: folder.storeBase) { [folder] in
            folder.remove()
        } then: { [identifier] in
            start.call.fail(WireError.notPerformable(identifier, reason))
        }
    }

    private func run(_ unit: String, _ start: PerformStart) {
        state = .running
        progress.unit = unit
        // Of a process, written down where it was started.
        if record == nil { record = folder.record ?? start.record(unit) }
        followers.add(start.call, progress)
        watch()
        armDeadline()
    }

    private func save(_ record: PerformRecord) {
        self.record = record
        // Without it the next daemon knows nothing of this; this one does.
        try? folder.save(record)
    }

    // MARK: Between

    private func watch() {
        if let receiver = channels.receiver {
            progressSource = try? loop.onReady(receiver.descriptor, EPOLLIN.rawValue) { [unowned self] in
                if listen() { followers.tell(progress) }
            }
        }
        watchPipes()
    }

    /// Of one that was adopted only when it is known to run: it may have ended in time.
    private func armDeadline() {
        guard isPending else { return }
        if handsOver {
            deadline = try? loop.after(handOverTime) { [unowned self] in handOver() }
        } else if let time = record?.deadline {
            deadline = try? loop.after(UInt64(max(0, time - Clock.sinceBoot))) { [unowned self] in end() }
        }
    }

    /// It has not failed in its time. What was cancelled will end.
    private func handOver() {
        if record?.isCancelled != true { finish(.success, status: Self.handedOver) }
    }

    /// Its time is over. Where systemd cannot be reached it is asked again.
    private func end() {
        isOverdue = true
        launcher.stop(unit) { [weak self] reason in
            if reason != nil { self?.deadline?.rearm(after: Self.stopRetryTime) }
        }
    }

    private func watchPipes() {
        for pipe in channels.pipes {
            pipeSources[ObjectIdentifier(pipe)] = try? loop.onReady(pipe.descriptor, EPOLLIN.rawValue) {
                [unowned self, unowned pipe] in
                guard pipe.read() == .ended else { return }
                stopReading(pipe)
                if pipeSources.isEmpty { launcher.outputEnded(unit) }
            }
        }
    }

    func stopReading(_ pipe: OutputPipe) {
        pipeSources.removeValue(forKey: ObjectIdentifier(pipe))?.remove()
    }

    /// Takes what the activity has reported; true where it is news.
    func listen() -> Bool {
        let messages = channels.receiver?.receive() ?? []
        let before = progress
        for message in messages { progress.take(message) }
        guard progress != before else { return false }
        progress.state = .running
        return true
    }

    /// Tells how it is now and, until it has finished, what it reports. One that is being adopted is held
    /// with systemd first: a client that is told that it runs may count on hearing its end.
    func follow(_ call: PendingCall) {
        if isAdopting, isPending { return early.append(call) }
        // It may have finished and its result not have been written down.
        if isPending { followers.add(call, progress) } else { call.reply(progress.object) }
    }

    /// - Parameter answer: given the reason where it could not be asked for.
    func cancel(_ answer: @escaping (String?) -> Void) {
        guard isPending, var cancelled = record else { return answer(nil) }
        cancelled.isCancelled = true
        save(cancelled)
        launcher.stop(unit) { [weak self] reason in
            if reason != nil, let self, isPending {
                cancelled.isCancelled = false
                save(cancelled)
            }
            answer(reason)
        }
    }

    // MARK: With systemd

    private var keptName: String { Self.keptPrefix + folder.token }

    private func keep() {
        channels.keep(as: keptName)
    }

    func forget() {
        ServiceManager.forget(keptName)
    }
}
