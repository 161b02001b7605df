// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import Systemd
import TestSupport

@testable import ActivityPerforming

/// Steps of clients, of processes, of the disk and of whoever kills the daemon. A number names one of those
/// that are there.
enum PerformStep {
    /// Names are not known before a start, as without systemd; only before the first perform.
    case namesLate
    case perform(handsOver: Bool)
    case follow(Int)
    case cancel(Int)
    case list
    case hangUp(Int)
    case start(Int)
    case refuse(Int)
    case exit(Int, status: Int)
    case leave(Int)
    case tell
    case repeatEvents(Int)
    case answerStop(succeeds: Bool)
    case work
    case answer
    case kill

    static func draw(_ random: inout SplitMix) -> PerformStep {
        let number = random.below(8)
        return switch random.below(100) {
        case 0: .namesLate
        case 1..<8: .perform(handsOver: random.below(4) == 0)
        case 8..<12: .follow(number)
        case 12..<18: .cancel(number)
        case 18: .list
        case 19..<21: .hangUp(number)
        case 21..<31: .start(number)
        case 31: .refuse(number)
        case 32..<39: .exit(number, status: random.below(2))
        case 39..<45: .leave(number)
        case 45..<60: .tell
        case 60..<63: .repeatEvents(number)
        case 63..<67: .answerStop(succeeds: random.below(3) > 0)
        case 67..<82: .work
        case 82..<97: .answer
        default: .kill
        }
    }
}

/// A performer whose processes, disk and clients do as they please.
struct PerformWalk: Walker {
    private static let identifier = "org.example.one"
    static let maximum = 5

    let scratch = Scratch(isInMemory: true)
    let systemd = SaidSystemd()
    private(set) var performer: Performer
    private(set) var disk = SteppedDisk()
    private(set) var loop: EventLoop
    private(set) var clients: [SaidClient] = []
    let ends = Ends()
    private var isBegun = false
    private(set) var wasKilled = false

    init() throws {
        loop = try EventLoop()
        performer = Self.performer(loop, disk, systemd, scratch)
        listen()
    }

    private static func performer(
        _ loop: EventLoop, _ disk: SteppedDisk, _ systemd: SaidSystemd, _ scratch: Scratch
    ) -> Performer {
        let settings = PerformerSettings(
            runtimeFolder: scratch.path, home: "/", configurationFolder: scratch("configuration"),
            cacheFolder: scratch("cache"), activityStates: scratch("states"), environment: [:],
            isService: false, sandboxProgram: "activity-sandbox", findProgram: { _ in nil },
            handOverTime: 60_000_000, maximumRunning: maximum)
        return Performer(loop, disk, settings, SaidLauncher(systemd))
    }

    private func listen() {
        performer.onFinish = { [ends] _, end in ends.counts[end.outcome.progress.unit, default: 0] += 1 }
    }

    mutating func take(_ step: PerformStep) throws {
        switch step {
        case .namesLate: if !isBegun { systemd.namesEarly = false }
        case .perform(let handsOver): try perform(handsOver)
        case .follow(let number): if let unit = acknowledged(number) { follow(unit) }
        case .cancel(let number): if let unit = acknowledged(number) { cancel(unit) }
        case .list: performer.running(for: client(.list))
        case .hangUp(let number): Self.one(clients.filter(\.isListening), number)?.leave()
        case .start(let number):
            if let index = Self.place(number, systemd.starts.count) {
                systemd.start(systemd.starts.remove(at: index))
            }
        case .refuse(let number):
            if let index = Self.place(number, systemd.starts.count) {
                systemd.starts.remove(at: index).report(.refused(reason: "It is not there."))
            }
        case .exit(let number, let status):
            if let unit = Self.one(systemd.units.filter { $0.end == nil }, number) {
                systemd.end(unit, .exited(status))
            }
        case .leave(let number):
            if let unit = Self.one(systemd.units.filter { $0.end != nil && !$0.isOver }, number) {
                systemd.leave(unit)
            }
        case .tell: systemd.tellOnce()
        case .repeatEvents(let number):
            if let unit = Self.one(systemd.units, number) { systemd.repeatEvents(of: unit) }
        case .answerStop(let succeeds):
            if !systemd.stops.isEmpty { systemd.stops.removeFirst().answer(succeeds ? nil : "No answer.") }
        case .work: disk.workOnce()
        case .answer: disk.answerOnce()
        case .kill: try kill()
        }
        try check()
    }

    private static func place(_ number: Int, _ count: Int) -> Int? { count > 0 ? number % count : nil }

    private static func one<Element>(_ all: [Element], _ number: Int) -> Element? {
        place(number, all.count).map { all[$0] }
    }

    /// A unit whose start a client has been told.
    private func acknowledged(_ number: Int) -> String? {
        Self.one(clients.filter { $0.call == .perform && !$0.unit.isEmpty }, number)?.unit
    }

    private mutating func client(_ call: SaidClient.Call) -> SaidClient {
        let client = SaidClient(call)
        clients.append(client)
        return client
    }

    private mutating func perform(_ handsOver: Bool) throws {
        isBegun = true
        var manifest = Manifest()
        (manifest.identifier, manifest.title) = (Self.identifier, "One")
        manifest.accepts = [Manifest.Clause(types: [.anything])]
        // The text becomes a file in the store.
        manifest.perform = .exec(["cat", "%F"])
        manifest.performOptions.handsOver = handsOver
        let record = BundleRecord(
            identifier: Self.identifier, path: scratch.path, source: .custom, manifest: manifest)
        let request = PerformRequest(
            content: try Content([Item(Representation(type: "text/plain", text: "a"))]), answers: [:],
            locale: nil, activationToken: nil, isTrial: false)
        let job = try PerformJob(
            request, of: Bundle(record, standing: .present, diagnostics: []), elections: Elections(),
            types: ContentTypeDatabase())
        performer.perform(job, program: "/bin/true", for: client(.perform))
    }

    private mutating func follow(_ unit: String) { performer.follow(unit, client(.follow(unit))) }

    private mutating func cancel(_ unit: String) {
        let client = client(.cancel(unit))
        // While an earlier daemon's units are read, a process may end before the cancel reaches it.
        client.hadEnded = performer.isRecovering || systemd.units.first { $0.name == unit }?.end != nil
        performer.cancel(unit, for: client)
    }

    /// Another daemon takes over from what is on the disk and in systemd.
    private mutating func kill() throws {
        wasKilled = true
        systemd.loseDaemon()
        for client in clients { client.isConnected = false }
        disk.drop()
        loop = try EventLoop()
        disk = SteppedDisk()
        performer = Self.performer(loop, disk, systemd, scratch)
        listen()
        performer.recover([])
    }

    /// Lets all that has begun come to its end, and asks once more for every end.
    mutating func finish() throws {
        defer { disk.drop() }
        try settle()
        for client in clients where client.call == .perform && !client.unit.isEmpty { follow(client.unit) }
        try settle()
        try checkEnd()
    }

    private mutating func settle() throws {
        var rest = 10_000
        while rest > 0 {
            rest -= 1
            if !disk.isIdle {
                disk.workOnce()
                disk.answerOnce()
            } else if !systemd.stops.isEmpty {
                systemd.stops.removeFirst().answer(nil)
            } else if !systemd.starts.isEmpty {
                systemd.start(systemd.starts.removeFirst())
            } else if !systemd.untold.isEmpty {
                systemd.tellOnce()
            } else if let unit = systemd.units.first(where: { $0.end == nil }) {
                systemd.end(unit, .exited(0))
            } else if let unit = systemd.units.first(where: { !$0.isOver }) {
                systemd.leave(unit)
            } else {
                break
            }
            try check()
        }
    }
}

/// How often each unit's end has been told to the daemon.
final class Ends { var counts: [String: Int] = [:] }
