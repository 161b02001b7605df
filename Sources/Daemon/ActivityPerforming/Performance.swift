// SPDX-License-Identifier: Apache-2.0
//
// The life of one perform.
//
//     starting ──▶ running ──▶ finishing ──▶ finished ──▶ (gone)
//         │           ▲
//         └─▶ refused └── adopting
//
// A performance is `starting` from the check of the request until its program runs; the client waits, and is
// refused if the program never runs. A performance that an earlier daemon started is `adopting` until its
// launcher reports its state; clients that ask about it meanwhile wait. It is `running` until the main
// process ends; the client that asked, and any followers, receive progress. It is `finishing` while the
// disk's thread reads the last output and writes the result, then `finished`: the result is on the disk
// before any client receives it, and this daemon or the next finds it there for an hour. If the disk cannot
// store it, the followers receive it all the same; results of the daemon's own programs are not stored. A
// process that the activity left behind on purpose (the clipboard's owner) may run on; the private files, and
// this object, go only when no process of the unit runs any more.
//
// An activity that hands over to another program may run for as long as that program does, so its end means
// nothing; but an activity that cannot hand over fails soon. It has finished when it exits, or when its
// time to fail has passed (`PerformerSettings.handOverTime`), and is not watched from then on; its files stay
// for the hour, since the daemon cannot tell when they have been read. The next daemon waits that time again.
//
// A daemon may be killed at any moment. So everything that its successor needs is in the private folder
// before the program starts (PrivateFolder.swift); a process has a name only once it runs, so the thread that
// spawns it records it in the same job. The daemon's ends of the pipes and the socket are stored with systemd
// (`Supervisor.store`), which passes them to the next daemon.
//
// An activity reports through its socket, its pipes, and its exit. The exit may overtake the others, so
// socket and pipes are drained once more before the end is published.

import Host
import Systemd

/// One started program, and the clients that wait for its end.
final class Performance {
    static let keptPrefix = "perform-"
    /// The status of an activity that has handed over.
    static let handedOver = "handed over"

    enum State {
        /// Contains the client that requested the perform.
        case starting(any PerformClient)
        /// Contains the clients that have requested to follow the perform meanwhile.
        case adopting([any PerformClient])
        case running
        /// `isOver`: whether no process of the unit runs any more.
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
    /// Locks of the copies among the items, as long as a process may use them.
    var copies: [Descriptor] = []
    /// Time in which an activity that hands over may fail, in microseconds.
    let handOverTime: UInt64
    let followers = Followers()
    /// Names of the items and of their files; empty if an earlier daemon started the performance.
    let itemNames: [String]
    var progress = Progress(unit: "")
    var hasReported = false
    /// Faults in the activity's reports, for its author.
    var faults: [String] = []
    /// The event source of the progress socket; nil once the performance has finished.
    var progressSource: EventSource?
    /// Event sources of the pipes that still have a writer.
    var pipeSources: [OutputPipe.Stream: EventSource] = [:]
    var deadline: EventSource?
    var isOverdue = false
    /// Number of requests to stop without an answer, and whether one was accepted, by an earlier daemon too.
    private var stops: (pending: Int, areAccepted: Bool)

    /// Called with a sentence on a faulty report.
    var onFault: ((String) -> Void)?
    /// Called after all followers have received the outcome.
    var onFinish: ((PerformanceEnd) -> Void)?
    /// Called when nothing of the performance needs the daemon any more.
    var onOver: (() -> Void)?

    /// - Parameter state: `starting`, or the state in which an earlier daemon left the performance.
    init(
        _ record: PerformRecord, _ state: State, itemNames: [String] = [], in folder: PrivateFolder,
        _ channels: Channels, by launcher: any Launcher, _ loop: EventLoop, _ disk: any Disk,
        handOverTime: UInt64
    ) {
        (self.record, self.state, self.itemNames) = (record, state, itemNames)
        (self.folder, self.channels) = (folder, channels)
        (self.launcher, self.loop, self.disk) = (launcher, loop, disk)
        self.handOverTime = handOverTime
        stops = (0, record.isCancelled)
        progress.unit = record.unit
        if record.hasRuns { progress.share = .unknown }
    }

    deinit {
        for source in [progressSource, deadline].compactMap({ $0 }) + pipeSources.values { source.remove() }
    }

    var identifier: String { record.identifier }
    var handsOver: Bool { record.handsOver }
    var unit: String { record.unit }
    /// The present state, for a new follower.
    var present: PerformEvent { hasReported ? .progressed(progress) : .started(progress) }
    /// The perform as listed to clients; nil if it does not run yet, if it has finished, or if the daemon
    /// runs the program for itself.
    var running: RunningPerform? {
        guard hasName, isPending, !record.isInternal else { return nil }
        return RunningPerform(identifier: identifier, title: record.title, progress: progress)
    }
    /// The end; nil until it is stored, or storing it has failed.
    var ended: EndedPerformance? { if case .finished(let ended) = state { ended } else { nil } }
    /// Whether the unit's name is known: from the start or, if the performance was adopted, from the record.
    var hasName: Bool { !unit.isEmpty }
    /// Whether the end is not known yet.
    var isUnderWay: Bool {
        switch state {
        case .starting, .adopting, .running: true
        case .finishing, .finished, .refused: false
        }
    }
    /// Whether the performance has not finished.
    var isPending: Bool { if case .finishing = state { true } else { isUnderWay } }

    // MARK: Beginning

    func begin(_ plan: LaunchPlan) {
        storeChannels()
        launcher.launch(plan) { [weak self] in self?.handle($0) }
    }

    func resume() {
        storeChannels()
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
        case .lost(let reason): finish(nil, unseen: reason)
        case .over: leave()
        }
    }

    private func refuse(_ reason: String) {
        guard case .starting(let client) = state else { return }
        state = .refused
        forget()
        onOver?()
        // The files are removed first, so that a refused client finds nothing left.
        disk.run(at: folder.storeBase) { [folder] in
            folder.remove()
        } then: { [identifier] in
            client.notify(.refused(.notPerformable(reason: reason), of: identifier))
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

    /// Sends the client the present state and, until the end, all progress. A client of a performance that is
    /// being adopted waits for the launcher's report, so that it certainly receives the end.
    func follow(_ client: any PerformClient) {
        if case .adopting(let clients) = state {
            state = .adopting(clients + [client])
        } else {
            followers.add(client, present)
        }
    }

    /// Stops the activity, even if the disk hangs.
    ///
    /// - Parameter answer: called once the disk has stored the request, with nil or the reason why the stop
    ///   could not be requested.
    func cancel(_ answer: @escaping (String?) -> Void) {
        guard isUnderWay else { return answer(nil) }
        change { $0.isCancelled = true }
        stops.pending += 1
        launcher.stop(unit) { [self] reason in
            stops.pending -= 1
            if reason == nil { stops.areAccepted = true }
            if !stops.areAccepted, stops.pending == 0, isUnderWay { change { $0.isCancelled = false } }
            disk.run(at: folder.path) {
            } then: {
                answer(reason)
            }
        }
    }

    func change(_ change: (inout PerformRecord) -> Void) {
        change(&record)
        disk.run(at: folder.path) { [folder, record] in
            // If saving fails, only the next daemon lacks the change.
            try? folder.save(record)
        }
    }

    // MARK: With systemd

    private var keptName: String { Self.keptPrefix + folder.token }

    private func storeChannels() {
        channels.store(as: keptName)
    }

    func forget() {
        Supervisor.removeStored(keptName)
    }
}
