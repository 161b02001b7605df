// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import Systemd
import TestSupport
import Testing

@testable import ActivityPerforming

/// Events and errors that clients get when there is no systemd.
struct PerformerTests {
    private static let identifier = "org.example.one"

    private final class Client: PerformClient {
        let caller = DiskCaller(.client(uid: 1), bytes: 0)
        private(set) var isListening = true
        var onLeave: (() -> Void)?
        /// The events received, as text.
        private(set) var told: [String] = []
        private(set) var unit = ""
        private(set) var outcome: Outcome?
        private(set) var refusal: PerformRefusal?

        func notify(_ event: PerformEvent) {
            switch event {
            case .started(let progress): (unit, told) = (progress.unit, told + ["started"])
            case .progressed: told.append("progressed")
            case .finished(let outcome): (self.outcome, told) = (outcome, told + ["finished"])
            case .running(let performs): told.append("running \(performs.map(\.title))")
            case .cancelled: told.append("cancelled")
            case .refused(let refusal, let identifier):
                (self.refusal, told) = (refusal, told + ["refused \(identifier)"])
            }
        }

        func leave() {
            isListening = false
            onLeave?()
        }
    }

    /// A performer with temporary folders.
    private final class Rig {
        let scratch = Scratch()
        let loop: EventLoop
        let disk = HeldDisk()
        let performer: Performer

        init(maximumRunning: Int = ProgramLimits.all) throws {
            loop = try EventLoop()
            let settings = PerformerSettings(
                runtimeFolder: scratch.path, home: "/", configurationFolder: scratch("configuration"),
                cacheFolder: scratch("cache/activityd"), activityStates: scratch("states"),
                environment: ["PATH": "/usr/bin:/bin"], isService: false,
                sandboxProgram: "activity-sandbox", findProgram: { _ in nil }, handOverTime: 60_000_000,
                maximumRunning: maximumRunning)
            performer = Performer(loop, disk, settings)
        }

        func perform(
            _ script: String, of item: Item? = nil, by program: String = "/bin/sh", for client: Client
        ) throws {
            let (request, bundle) = try request(item) { $0.perform = .exec(["sh", "-c", script]) }
            let job = try PerformJob(
                request, of: bundle, elections: Elections(), types: ContentTypeDatabase())
            performer.perform(job, program: program, for: client)
        }

        /// Asks for a form with one field, whose options the script prints.
        func ask(_ script: String, _ then: @escaping (Result<[FormField], PerformRefusal>) -> Void) throws {
            let (request, bundle) = try request {
                $0.form = [
                    FormField(
                        id: "one", label: "One", labels: [:], kind: .choice, options: [],
                        optionsExec: ["sh", "-c", script], defaultAnswer: nil, isRequired: true, hint: nil)
                ]
            }
            let inquiry = try FormInquiry(
                request, of: bundle, elections: Elections(), types: ContentTypeDatabase())
            performer.complete(inquiry, programs: ["/bin/sh"], for: Client().caller, then: then)
        }

        /// Has the item looked into by a program, which the script is.
        func inspect(
            _ script: String, writes: [PerformOptions.Folder]? = nil, before end: Int? = nil,
            then: @escaping (Inspection) -> Void
        ) throws -> InspectionRun {
            let (request, bundle) = try request {
                ($0.isInspector, $0.perform) = (true, .exec(["sh", "-c", script]))
                $0.performOptions.writes = writes
            }
            let asked = InspectionRequest(request.content, caption: nil, subject: nil, locale: nil)
            let job = try asked.job(of: bundle, timeout: 60_000_000)
            let look = performer.makeInspectionRun(asked.itemIndexes, by: bundle, before: end, then: then)
            look.begin(job, program: "/bin/sh")
            return look
        }

        /// Has a transform change the item, whose program the script is.
        func prepare(
            _ script: String, of item: Item, caption: String? = nil, key: [UInt8] = [], for client: Client
        ) throws {
            let (_, bundle) = try request {
                ($0.transform, $0.perform) = (Transform(), .exec(["sh", "-c", script]))
            }
            var request = PreparationRequest(
                try Content([item]), caption: caption, subject: nil, [.init(bundle, answers: [:])],
                inspector: nil,
                locale: nil, elections: Elections(), types: ContentTypeDatabase(), key: key)
            request.programs = ["/bin/sh"]
            performer.prepare(request, for: client)
        }

        private func request(
            _ item: Item? = nil, _ change: (inout Manifest) -> Void
        ) throws -> (PerformRequest, Bundle) {
            var manifest = Manifest()
            manifest.identifier = PerformerTests.identifier
            manifest.title = "One"
            manifest.accepts = [Manifest.Clause(types: [.anything])]
            change(&manifest)
            let record = BundleRecord(
                identifier: PerformerTests.identifier, path: scratch.path, source: .custom,
                manifest: manifest)
            let request = PerformRequest(
                content: try Content([item ?? Item(Representation(type: "text/plain", text: "a"))]),
                answers: [:],
                locale: nil, activationToken: nil, isTrial: false)
            return (request, Bundle(record, standing: .present, diagnostics: []))
        }

        func turn(until condition: () -> Bool) throws {
            let disk = disk
            try #require(
                loop.turn {
                    disk.answer()
                    return condition()
                })
        }
    }

    struct Case: CustomTestStringConvertible {
        let script: String
        let result: Outcome.Result
        var exitStatus: Int?
        var signal: String?
        var output: String?
        var reason: String?

        var testDescription: String { script }
    }

    @Test(arguments: [
        Case(script: "echo done", result: .success, exitStatus: 0, output: "done\n"),
        Case(script: "echo wrong >&2; exit 3", result: .failure, exitStatus: 3, reason: "wrong"),
        Case(script: "kill -KILL $$", result: .failure, signal: "SIGKILL"),
    ])
    func aClientIsToldTheStartAndTheEnd(_ expected: Case) throws {
        let (rig, client) = (try Rig(), Client())
        var ended: [String] = []
        rig.performer.onFinish = { identifier, _ in ended.append(identifier) }
        try rig.perform(expected.script, for: client)
        try rig.turn { client.outcome != nil }
        let outcome = try #require(client.outcome)
        #expect(client.told == ["started", "finished"] && ended == [Self.identifier])
        #expect(outcome.result == expected.result)
        #expect(outcome.exitStatus == expected.exitStatus && outcome.signal == expected.signal)
        #expect(outcome.output == expected.output && outcome.reason == expected.reason)
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func nothingBeginsWhereThereIsNoRoomForItsOutput() throws {
        let (rig, client) = (try Rig(), Client())
        let disk = try #require(SmallDisk(at: rig.scratch.path))
        defer { disk.unmount() }
        Files.write(rig.scratch("full"), [UInt8](repeating: 0, count: 60 << 10))
        try rig.perform("echo done", for: client)
        try rig.turn { !client.told.isEmpty }
        guard case .notPerformable(let reason) = client.refusal else {
            Issue.record("\(client.told)")
            return
        }
        #expect(reason.contains("no room for its output") && reason.contains(rig.scratch.path))
    }

    @Test func aClientThatComesLaterIsToldTheSameEnd() throws {
        let (rig, first, second) = (try Rig(), Client(), Client())
        try rig.perform("echo done; exit 1", for: first)
        try rig.turn { first.outcome != nil && !rig.performer.isPending }
        rig.performer.follow(first.unit, second)
        try rig.turn { !second.told.isEmpty }
        #expect(second.told == ["finished"] && second.outcome == first.outcome)
    }

    @Test func aClientThatHasLeftIsToldNothingMore() throws {
        let (rig, first, second) = (try Rig(), Client(), Client())
        try rig.perform("sleep 1000", for: first)
        try rig.turn { !first.unit.isEmpty }
        rig.performer.follow(first.unit, second)
        first.leave()
        rig.performer.cancel(second.unit, for: Client())
        try rig.turn { second.outcome != nil }
        #expect(first.told == ["started"] && second.told == ["started", "finished"])
        #expect(second.outcome?.result == .cancelled)
    }

    @Test func whatHasNotFinishedIsListed() throws {
        let (rig, first, asking) = (try Rig(), Client(), Client())
        rig.performer.running(for: asking)
        try rig.perform("sleep 1000", for: first)
        // It has no unit yet by which it could be followed.
        rig.performer.running(for: asking)
        try rig.turn { !first.unit.isEmpty }
        rig.performer.running(for: asking)
        rig.performer.cancel(first.unit, for: Client())
        try rig.turn { first.outcome != nil }
        rig.performer.running(for: asking)
        #expect(asking.told == ["running []", "running []", #"running ["One"]"#, "running []"])
    }

    @Test func whatPrintsOptionsIsNeitherListedNorToldOfNorKept() throws {
        let (rig, client) = (try Rig(), Client())
        var form: [FormField]?
        rig.performer.onFinish = { _, _ in Issue.record("told of") }
        let fifo = rig.scratch("gate")
        mkfifo(fifo, 0o600)
        try rig.ask(#"read go <'\#(fifo)'; echo a"#) { form = try? $0.get() }
        try rig.turn { rig.performer.performances.values.contains { $0.hasName } }
        rig.performer.running(for: client)
        #expect(client.told == ["running []"])
        let gate = open(fifo, O_WRONLY)
        write(gate, "\n", 1)
        close(gate)
        try rig.turn { form != nil && rig.performer.performances.isEmpty }
        #expect(form?.first?.options.map(\.value) == ["a"])
        try rig.turn { rig.scratch.names("activityd/performs").isEmpty }
    }

    @Test func whatIsInsideIsKnownInTime() throws {
        let rig = try Rig()
        var (found, failures) = ([Inspection](), [String]())
        rig.performer.onFailure = { _, sentence in failures.append(sentence) }
        let script = #"printf '0\tlocation\tBern\n0\tend\n'"#
        let cases = [
            (script, 60_000_000), (script + "; sleep 1000", 4_000_000), ("sleep 1000; " + script, 0),
        ]
        for (index, (script, time)) in cases.enumerated() {
            let look = try rig.inspect(script, before: Clock.sinceBoot + time) { found.append($0) }
            try withExtendedLifetime(look) { try rig.turn { found.count > index } }
            try rig.turn { rig.performer.performances.isEmpty }
        }
        #expect(found.map(\.unread) == [[], [], [0]])
        #expect(found.map(\.facts.count) == [1, 1, 0])
        #expect(failures == ["It had not ended in two seconds.", "It had not ended in two seconds."])
        // A person's own calls do not queue up behind it.
        #expect(Set(rig.disk.requesters) == [.inquiry])
        #expect(rig.scratch.names("activityd/performs").isEmpty)
    }

    @Test(
        arguments: [
            (#"printf '0\tend\n'; exit 3"#, [], "It failed with exit status 3."),
            (#"printf '0\tend\n'; kill -SEGV $$"#, [], "It was ended by SIGSEGV."),
            ("true", [0], nil),
            (
                #"printf '0\tend\nwell\n'"#, [0],
                "It printed a line of another form, so that no item counts as looked into."
            ),
            (#"printf '0\tend\n'; yes "$(printf '0\ttime\tx')" | head -c 3000000"#, [0], "It printed a line"),
        ] as [(String, [Int], String?)])
    func anInspectorIsBelievedAsFarAsItHasEnded(
        _ script: String, _ unread: [Int], _ failure: String?
    ) throws {
        let rig = try Rig()
        var (found, failures) = (Inspection?.none, [String]())
        rig.performer.onFailure = { _, sentence in failures.append(sentence) }
        let look = try rig.inspect(script) { found = $0 }
        try withExtendedLifetime(look) { try rig.turn { found != nil } }
        #expect(found?.unread == unread)
        #expect(failures.count == (failure == nil ? 0 : 1))
        if let failure { #expect(failures.first?.hasPrefix(failure) == true, "\(failures)") }
    }

    @Test func ofMuchOutputTheBeginningCounts() throws {
        let rig = try Rig()
        var found: Inspection?
        let script =
            #"printf '0\ttime\tx\n0\tend\n'; exec yes "$(printf '0')" | tr -d '\n' | head -c 3000000"#
        let look = try rig.inspect(script) { found = $0 }
        try withExtendedLifetime(look) { try rig.turn { found != nil } }
        #expect(found?.unread == [] && found?.facts.count == 1)
    }

    /// There is no bubblewrap, and it runs nowhere else.
    @Test func withoutASandboxNothingIsLookedInto() throws {
        let rig = try Rig()
        var (found, failures) = (Inspection?.none, [String]())
        rig.performer.onFailure = { _, sentence in failures.append(sentence) }
        let look = try rig.inspect(#"printf '0\tend\n'"#, writes: []) { found = $0 }
        try withExtendedLifetime(look) { try rig.turn { found != nil } }
        #expect(found?.unread == [0])
        #expect(failures.count == 1 && failures.first?.hasSuffix("Install bubblewrap.") == true)
    }

    @Test func aLookThatIsLetGoOfEnds() throws {
        let rig = try Rig()
        var look: InspectionRun? = try rig.inspect("exec sleep 98765") { _ in Issue.record("answered") }
        try rig.turn { rig.performer.performances.values.contains { $0.hasName } }
        withExtendedLifetime(look) {}
        look = nil
        try rig.turn { rig.performer.performances.isEmpty }
    }

    /// Where a file system hangs, people are told which one.
    @Test func thePlaceOfEachItemIsNoted() throws {
        let (rig, client) = (try Rig(), Client())
        let path = rig.scratch("a.txt")
        Files.write(path, "one")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: path)))
        try rig.prepare("true", of: item, for: client)
        #expect(rig.disk.noted == [path, rig.performer.copies.path])
        try rig.turn { client.outcome != nil }
        #expect(client.outcome?.reason == "One made nothing.")
    }

    /// The largest replies are not held for those that may come.
    @Test func endsThatTakeMuchRoomGiveWayToLaterOnes() throws {
        let rig = try Rig()
        let path = rig.scratch("a.txt")
        Files.write(path, "one")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: path)))
        var units: [String] = []
        for number: UInt8 in 0..<3 {
            let client = Client()
            try rig.prepare(
                "cp \(path) $(ls -td \(rig.performer.copies.path)/*/0 | head -n 1)", of: item,
                caption: String(repeating: "x", count: 6 << 20),
                key: [number], for: client)
            try rig.turn { client.outcome != nil }
            #expect(client.outcome?.result == .success)
            units.append(client.outcome?.progress.unit ?? "")
        }
        let known = units.map { unit in
            let client = Client()
            rig.performer.follow(unit, client)
            return client.outcome != nil
        }
        #expect(known == [false, true, true])
    }

    /// The cache may be a link to another disk. Private copies are held like prepared ones.
    @Test(arguments: ["cache", "large/."], ["prepare-one", "share-one"])
    func copiesAreHeldAsLongAsAnythingOfTheActivityRuns(_ folder: String, _ token: String) throws {
        let (rig, client) = (try Rig(), Client())
        rig.scratch.folder("large")
        symlink(rig.scratch("large"), rig.scratch("cache"))
        let store = rig.performer.copies.store
        _ = try store.make(token)
        // Nothing is recorded of which it could have changed.
        Files.write(store.record(of: token), "")
        let lock = try #require(Descriptor(open(store.path + "/\(token)/.lock", O_RDWR | O_CLOEXEC)))
        func isHeld() -> Bool {
            defer { flock(lock.number, LOCK_UN) }
            return flock(lock.number, LOCK_EX | LOCK_NB) != 0
        }
        let uri = LocalPath.uri(of: rig.scratch("\(folder)/activityd/copies/\(token)/0//a.txt"))
        let item = Item(Representation(type: "text/plain", uri: uri))
        try rig.perform("sleep 1000 & echo $!", of: item, for: client)
        try rig.turn { client.outcome != nil }
        let output = try #require(client.outcome?.output)
        let process = try #require(pid_t(output.dropLast()))
        #expect(isHeld())
        kill(process, SIGKILL)
        try rig.turn { !isHeld() }
    }

    @Test func whatAnActivityIsHandedIsThereForAnHour() throws {
        let (rig, client) = (try Rig(), Client())
        let store = rig.performer.copies.store
        let path = try store.make("share-one").path + "/1/a.txt"
        Files.write(path, "one")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: path)))
        try rig.perform("true", of: item, for: client)
        try rig.turn { client.outcome != nil }
        let left = try Folder(opening: store.path).deadline(of: "share-one") - time(nil)
        #expect((3500...3600).contains(left))
    }

    @Test func whatCannotRunIsRefusedAndLeavesNothing() throws {
        let (rig, client) = (try Rig(), Client())
        try rig.perform("true", by: rig.scratch("missing"), for: client)
        try rig.turn { !client.told.isEmpty }
        #expect(client.told == ["refused " + Self.identifier])
        #expect(rig.scratch.names("activityd/performs").isEmpty && !rig.performer.isPending)
    }

    @Test func anUnknownUnitIsRefused() throws {
        let (rig, client) = (try Rig(), Client())
        rig.performer.follow("app-other.service", client)
        rig.performer.cancel("app-other.service", for: client)
        guard case .noSuchUnit("app-other.service") = client.refusal else {
            Issue.record("told \(client.told)")
            return
        }
        #expect(client.told == ["refused ", "refused "])
    }
}
