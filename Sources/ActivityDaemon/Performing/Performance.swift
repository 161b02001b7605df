// SPDX-License-Identifier: Apache-2.0
//
// The life of one perform.
//
//     starting ──▶ running ──▶ finishing ──▶ finished ──▶ (gone)
//         └──▶ refused
//
// It is `starting` from when the request was checked till its program runs; the client waits, and is answered
// by an error where it never does. It is `running` till the main process ends; the client that asked, and those that
// follow, are told how far it is. It is `finishing` while the disk's thread reads what it printed last and writes the
// result, and `finished` from then on: the result is on the disk before any client is told it, and there it is
// found for an hour, by this daemon or the next. Where the disk does not take it, those that follow are told all the
// same, and the journal. What the activity has left behind
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
import Host
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
        case finishing
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
    var progress = Sheet.Progress(state: .started, unit: "")
    var channels: PerformChannels
    /// Nil when it has finished.
    var progressSource: EventSource?
    /// Of the pipes that still have a writer.
    private var pipeSources: [OutputPipe.Stream: EventSource] = [:]
    var deadline: EventSource?
    var isOverdue = false
    /// Clients that asked to follow it before its launcher has told how it is.
    private var early: [PendingCall] = []
    private var isAdopting = false

    /// Called after all followers were told.
    var onFinish: ((PerformEnd) -> Void)?
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
        adopting perform: PerformLeftovers.Running, by launcher: any Launcher, _ loop: EventLoop,
        _ disk: any Disk, handOverTime: UInt64
    ) {
        folder = perform.folder
        self.launcher = launcher
        self.loop = loop
        self.disk = disk
        self.handOverTime = handOverTime
        record = perform.record
        identifier = perform.record.identifier
        handsOver = perform.record.handsOver
        ended = perform.ended
        state = ended == nil ? .running : .finished
        progress.unit = perform.record.unit
        channels = perform.channels
    }

    deinit {
        for source in [progressSource, deadline].compactMap({ $0 }) + pipeSources.values { source.remove() }
    }

    var unit: String { progress.unit }
    /// Nil till clients were told the end.
    var ended: EndedPerform?
    /// Whether nothing of it runs any more.
    var isOver = false
    /// Whether it has not finished.
    var isPending: Bool { if case .finished = state { false } else { true } }
    /// Whether its end is not known.
    var isUnderWay: Bool { if case .finishing = state { false } else { isPending } }

    // MARK: Beginning

    func begin(_ plan: LaunchPlan) {
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
        case .running(let unit, let startTime):
            guard case .starting(let start) = state else { return armDeadline() }
            record = start.record(unit, startTime: startTime)
            run(unit, start)
        case .exited(let end): finish(end)
        case .lost(let reason):
            if isUnderWay { finish(.failure, status: reason) }
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
        followers.add(start.call, progress)
        watch()
        armDeadline()
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
        guard isUnderWay else { return }
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
            pipeSources[pipe.stream] = try? loop.onReady(pipe.descriptor, EPOLLIN.rawValue) {
                [unowned self, unowned pipe] in read(pipe)
            }
        }
    }

    /// Has a portion read, and waits for more only when that has been done.
    private func read(_ pipe: OutputPipe) {
        pipeSources[pipe.stream]?.pause()
        disk.run(at: folder.path) {
            pipe.read()
        } then: { [weak self] reading in
            guard let self else { return }
            guard reading == .ended else { return pipeSources[pipe.stream]?.resume() ?? () }
            stopReading(pipe)
            if pipeSources.isEmpty { launcher.outputEnded(unit) }
        }
    }

    func stopReading(_ pipe: OutputPipe) {
        pipeSources.removeValue(forKey: pipe.stream)?.remove()
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
        if isAdopting { early.append(call) } else { followers.add(call, progress) }
    }

    /// A disk that hangs does not keep it from being stopped.
    ///
    /// - Parameter answer: given the reason where it could not be asked for, when the disk has it too.
    func cancel(_ answer: @escaping (String?) -> Void) {
        guard isUnderWay else { return answer(nil) }
        save(isCancelled: true)
        launcher.stop(unit) { [self] reason in
            if reason != nil, isUnderWay { save(isCancelled: false) }
            disk.run(at: folder.path) {
            } then: {
                answer(reason)
            }
        }
    }

    private func save(isCancelled: Bool) {
        record?.isCancelled = isCancelled
        disk.run(at: folder.path) { [folder, record] in
            // Without it the next daemon does not know that it was cancelled; this one does.
            if let record { try? folder.save(record) }
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
