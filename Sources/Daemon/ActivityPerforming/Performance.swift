// SPDX-License-Identifier: Apache-2.0
//
// The life of one perform.
//
//     starting ──▶ running ──▶ finishing ──▶ finished ──▶ (gone)
//         │           ▲
//         └─▶ refused └── adopting
//
// It is `starting` from when the request was checked until its program runs; the client waits, and is refused
// where it never does. One that an earlier daemon has started is `adopting` until its launcher has told how it is;
// who asks for it meanwhile waits. It is `running` until the main process ends; the client that asked, and those that
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
        /// Has the client that asked for it.
        case starting(any PerformClient)
        /// Has the clients that asked to follow it meanwhile.
        case adopting([any PerformClient])
        case running
        /// Knows whether nothing of it runs any more.
        case finishing(isOver: Bool)
        case finished(EndedPerformance)
        case refused
    }

    private(set) var record: PerformRecord
    var state: State
    let folder: PrivateFolder
    var channels: Channels
    let launcher: any Launcher
    let loop: EventLoop
    let disk: any Disk
    /// How long what hands over has to fail, in microseconds.
    let handOverTime: UInt64
    let followers = Followers()
    /// The names of its items; empty if an earlier daemon has started it.
    let itemNames: [String]
    var progress = Progress(unit: "")
    var hasReported = false
    /// Faults in its reports, for its author.
    var faults: [String] = []
    /// Event source of its progress socket; nil once it has finished.
    var progressSource: EventSource?
    /// Event sources of the pipes that still have a writer.
    var pipeSources: [OutputPipe.Stream: EventSource] = [:]
    var deadline: EventSource?
    var isOverdue = false

    /// Called with a sentence on what it has told and should not have.
    var onFault: ((String) -> Void)?
    /// Called after all followers were told.
    var onFinish: ((PerformanceEnd) -> Void)?
    /// Called when there is nothing more to look after.
    var onOver: (() -> Void)?

    /// - Parameter state: that it begins in: `starting`, or one of those in which an earlier daemon has left it.
    init(
        _ record: PerformRecord, _ state: State, itemNames: [String] = [], in folder: PrivateFolder,
        _ channels: Channels, by launcher: any Launcher, _ loop: EventLoop, _ disk: any Disk,
        handOverTime: UInt64
    ) {
        (self.record, self.state, self.itemNames) = (record, state, itemNames)
        (self.folder, self.channels) = (folder, channels)
        (self.launcher, self.loop, self.disk) = (launcher, loop, disk)
        self.handOverTime = handOverTime
        progress.unit = record.unit
        if record.hasRuns { progress.share = .unknown }
    }

    deinit {
        for source in [progressSource, deadline].compactMap({ $0 }) + pipeSources.values { source.remove() }
    }

    var identifier: String { record.identifier }
    var handsOver: Bool { record.handsOver }
    var unit: String { record.unit }
    /// How it is, for a client that follows it from now on.
    var present: PerformEvent { hasReported ? .progressed(progress) : .started(progress) }
    /// The perform as clients see it; nil before it runs, once it has finished, and if the daemon itself
    /// asked for it.
    var running: RunningPerform? {
        guard hasName, isPending, !record.isInternal else { return nil }
        return RunningPerform(identifier: identifier, title: record.title, progress: progress)
    }
    /// Its end; nil until clients were told.
    var ended: EndedPerformance? { if case .finished(let ended) = state { ended } else { nil } }
    /// Whether its program has ever run: only then it has a name.
    var hasName: Bool { !unit.isEmpty }
    /// Whether its end is not known.
    var isUnderWay: Bool {
        switch state {
        case .starting, .adopting, .running: true
        case .finishing, .finished, .refused: false
        }
    }
    /// Whether it has not finished.
    var isPending: Bool { if case .finishing = state { true } else { isUnderWay } }

    // MARK: Beginning

    func begin(_ plan: LaunchPlan) {
        keep()
        launcher.launch(plan) { [weak self] in self?.handle($0) }
    }

    func resume() {
        keep()
        if isPending { watch() } else { watchPipes() }
        launcher.adopt(record) { [weak self] in self?.handle($0) }
    }

    private func handle(_ event: LaunchEvent) {
        if case .adopting(let clients) = state {
            state = .running
            for client in clients { follow(client) }
        }
        switch event {
        case .refused(let reason): refuse(reason)
        case .running(let unit, let startTime):
            if case .starting(let client) = state { run(record.naming(unit, startTime: startTime), client) }
            armDeadline()
        case .exited(let end): finish(end)
        case .lost(let reason):
            if isUnderWay { finish(.failure, status: reason) }
        case .over: leave()
        }
    }

    private func refuse(_ reason: String) {
        guard case .starting(let client) = state else { return }
        state = .refused
        forget()
        onOver?()
        // A client that is refused finds nothing left of it.
        disk.run(at: folder.storeBase) { [folder] in
            folder.remove()
        } then: { [identifier] in
            client.tell(.refused(.notPerformable(reason: reason), of: identifier))
        }
    }

    private func run(_ named: PerformRecord, _ client: any PerformClient) {
        record = named
        state = .running
        progress.unit = unit
        followers.add(client, present)
        watch()
    }

    // MARK: Between

    /// Tells how it is now and, until it has finished, what it reports. One that is being adopted is held
    /// with systemd first: a client that is told that it runs may count on hearing its end.
    func follow(_ client: any PerformClient) {
        if case .adopting(let clients) = state {
            state = .adopting(clients + [client])
        } else {
            followers.add(client, present)
        }
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
        change(&record)
        disk.run(at: folder.path) { [folder, record] in
            // Without it the next daemon does not know; this one does.
            try? folder.save(record)
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
