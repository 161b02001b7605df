// SPDX-License-Identifier: Apache-2.0
//
// The life of one perform.
//
//     starting ──▶ running ──▶ finishing ──▶ finished ──▶ (gone)
//         └──▶ refused
//
// It is `starting` from when the request was checked until its program runs; the client waits, and is refused
// where it never does. It is `running` until the main process ends; the client that asked, and those that
// follow, are told how far it is. It is `finishing` while the disk's thread reads what it printed last and writes the
// result, and `finished` from then on: the result is on the disk before any client is told it, and there it is
// found for an hour, by this daemon or the next. Where the disk does not take it, those that follow are told all the
// same. What the activity has left behind on purpose (the clipboard's owner) may run on; only when nothing of the
// unit runs any more its private files go, and with them this object.
//
// An activity that hands over to another program may run for as long as that one does, so its end says
// nothing; but one that could not hand over says so soon. It has finished when it exits, or when it has had its
// time to fail (`PerformerSettings.handOverTime`), and is not looked after from then on; its files stay for the hour,
// since the daemon cannot tell when they have been read. The next daemon gives it that time once more.
//
// A daemon may end at any moment, and killed it says nothing. So all that another one needs is in the private
// folder before the program starts (PrivateFolder.swift), or, of a process, which has a name only then, is put there
// by the thread that has started it, in the same piece of work; and the open ends of its pipe and of its socket lie
// with systemd (`Supervisor.keep`), which hands them to the next daemon.
//
// What the activity says comes by three ways: its socket, its pipe, and the word that it ended. The last may
// overtake the others; so the end is told only after the other two were read empty once more.

import Host
import Systemd

/// One activity that was started, and the clients that wait for its end.
final class Performance {
    static let keptPrefix = "perform-"
    /// The status of what has handed over.
    static let handedOver = "handed over"

    enum State {
        case starting(PendingStart)
        case running
        case finishing
        case finished
    }

    let folder: PrivateFolder
    let identifier: String
    private(set) var record: PerformRecord?
    let launcher: any Launcher
    let loop: EventLoop
    let disk: any Disk
    /// How long what hands over has to fail, in microseconds.
    let handOverTime: UInt64
    let followers = Followers()
    let handsOver: Bool
    /// The names of its items; empty if an earlier daemon has started it.
    let itemNames: Set<String>
    var state: State
    var progress = Progress(unit: "")
    var hasReported = false
    /// Of what it has told, for its author.
    var faults: [String] = []
    var channels: Channels
    /// Nil when it has finished.
    var progressSource: EventSource?
    /// Of the pipes that still have a writer.
    var pipeSources: [OutputPipe.Stream: EventSource] = [:]
    var deadline: EventSource?
    var isOverdue = false
    /// Clients that asked to follow it before its launcher has told how it is.
    private var early: [any PerformClient] = []
    private var isAdopting = false

    /// Called with a sentence on what it has told and should not have.
    var onFault: ((String) -> Void)?
    /// Called after all followers were told.
    var onFinish: ((PerformanceEnd) -> Void)?
    /// Called when there is nothing more to look after.
    var onOver: (() -> Void)?

    /// One that is about to start.
    init(
        _ start: PendingStart, in folder: PrivateFolder, by launcher: any Launcher, _ loop: EventLoop,
        _ disk: any Disk, handOverTime: UInt64, _ channels: Channels
    ) {
        self.folder = folder
        self.launcher = launcher
        self.loop = loop
        self.disk = disk
        self.handOverTime = handOverTime
        identifier = start.record.identifier
        handsOver = start.record.handsOver
        itemNames = Set(start.job.items.flatMap(\.names))
        state = .starting(start)
        self.channels = channels
    }

    /// One that an earlier daemon has started.
    init(
        adopting perform: Leftovers.Running, by launcher: any Launcher, _ loop: EventLoop,
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
        itemNames = []
        ended = perform.ended
        state = ended == nil ? .running : .finished
        progress.unit = perform.record.unit
        if perform.record.hasRuns { progress.share = .unknown }
        channels = perform.channels
    }

    deinit {
        for source in [progressSource, deadline].compactMap({ $0 }) + pipeSources.values { source.remove() }
    }

    var unit: String { progress.unit }
    /// How it is, for a client that follows it from now on.
    var present: PerformEvent { hasReported ? .progressed(progress) : .started(progress) }
    /// Nil before it runs, and when it has finished.
    var running: RunningPerform? {
        guard isPending, let record, !record.isInternal else { return nil }
        return RunningPerform(identifier: identifier, title: record.title, progress: progress)
    }
    /// Nil until clients were told the end.
    var ended: EndedPerformance?
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
        for client in early { follow(client) }
        early = []
        switch event {
        case .refused(let reason): refuse(reason)
        case .running(let unit, let startTime):
            guard case .starting(let start) = state else { return armDeadline() }
            record = start.record.naming(unit, startTime: startTime)
            if record?.hasRuns == true { progress.share = .unknown }
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
            start.client.tell(.refused(.notPerformable(reason: reason), of: identifier))
        }
    }

    private func run(_ unit: String, _ start: PendingStart) {
        state = .running
        progress.unit = unit
        followers.add(start.client, present)
        watch()
        armDeadline()
    }

    // MARK: Between

    /// Tells how it is now and, until it has finished, what it reports. One that is being adopted is held
    /// with systemd first: a client that is told that it runs may count on hearing its end.
    func follow(_ client: any PerformClient) {
        if isAdopting { early.append(client) } else { followers.add(client, present) }
    }

    /// A disk that hangs does not keep it from being stopped.
    ///
    /// - Parameter answer: given the reason where it could not be asked for, when the disk has it too.
    func cancel(_ answer: @escaping (String?) -> Void) {
        guard isUnderWay else { return answer(nil) }
        change { $0.isCancelled = true }
        launcher.stop(unit) { [self] reason in
            if reason != nil, isUnderWay { change { $0.isCancelled = false } }
            disk.run(at: folder.path) {
            } then: {
                answer(reason)
            }
        }
    }

    func change(_ change: (inout PerformRecord) -> Void) {
        guard var changed = record else { return }
        change(&changed)
        record = changed
        disk.run(at: folder.path) { [folder, record] in
            // Without it the next daemon does not know; this one does.
            if let record { try? folder.save(record) }
        }
    }

    // MARK: With systemd

    private var keptName: String { Self.keptPrefix + folder.token }

    private func keep() {
        channels.keep(as: keptName)
    }

    func forget() {
        Supervisor.forget(keptName)
    }
}
