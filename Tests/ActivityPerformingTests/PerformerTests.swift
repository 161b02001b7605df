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
        let (rig, client) = (try PerformerRig(), RecordingClient())
        var ended: [String] = []
        rig.performer.onFinish = { identifier, _ in ended.append(identifier) }
        try rig.perform(expected.script, for: client)
        try rig.turn { client.outcome != nil }
        let outcome = try #require(client.outcome)
        #expect(client.told == ["started", "finished"] && ended == [PerformerRig.identifier])
        #expect(outcome.result == expected.result)
        #expect(outcome.exitStatus == expected.exitStatus && outcome.signal == expected.signal)
        #expect(outcome.output == expected.output && outcome.reason == expected.reason)
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func nothingBeginsWhereThereIsNoRoomForItsOutput() throws {
        let (rig, client) = (try PerformerRig(), RecordingClient())
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
        let (rig, first, second) = (try PerformerRig(), RecordingClient(), RecordingClient())
        try rig.perform("echo done; exit 1", for: first)
        try rig.turn { first.outcome != nil && !rig.performer.isPending }
        rig.performer.follow(first.unit, second)
        try rig.turn { !second.told.isEmpty }
        #expect(second.told == ["finished"] && second.outcome == first.outcome)
    }

    @Test func aClientThatHasLeftIsToldNothingMore() throws {
        let (rig, first, second) = (try PerformerRig(), RecordingClient(), RecordingClient())
        try rig.perform("sleep 1000", for: first)
        try rig.turn { !first.unit.isEmpty }
        rig.performer.follow(first.unit, second)
        first.leave()
        rig.performer.cancel(second.unit, for: RecordingClient())
        try rig.turn { second.outcome != nil }
        #expect(first.told == ["started"] && second.told == ["started", "finished"])
        #expect(second.outcome?.result == .cancelled)
    }

    @Test func whatHasNotFinishedIsListed() throws {
        let (rig, first, asking) = (try PerformerRig(), RecordingClient(), RecordingClient())
        rig.performer.running(for: asking)
        try rig.perform("sleep 1000", for: first)
        // It has no unit yet by which it could be followed.
        rig.performer.running(for: asking)
        try rig.turn { !first.unit.isEmpty }
        rig.performer.running(for: asking)
        rig.performer.cancel(first.unit, for: RecordingClient())
        try rig.turn { first.outcome != nil }
        rig.performer.running(for: asking)
        #expect(asking.told == ["running []", "running []", #"running ["One"]"#, "running []"])
    }

    @Test func whatPrintsOptionsIsNeitherListedNorToldOfNorKept() throws {
        let (rig, client) = (try PerformerRig(), RecordingClient())
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

    /// The cache may be a link to another disk. Private copies are held like prepared ones.
    @Test(arguments: ["cache", "large/."], ["prepare-one", "share-one"])
    func copiesAreHeldAsLongAsAnythingOfTheActivityRuns(_ folder: String, _ token: String) throws {
        let (rig, client) = (try PerformerRig(), RecordingClient())
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
        try rig.turn { rig.performer.performances.isEmpty }
        // A process that another test is starting has the lock too, until it executes its program.
        let isReleased = HangLimit.passes {
            rig.disk.answer()
            return !isHeld()
        }
        #expect(isReleased)
    }

    @Test func whatAnActivityIsHandedIsThereForAnHour() throws {
        let (rig, client) = (try PerformerRig(), RecordingClient())
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
        let (rig, client) = (try PerformerRig(), RecordingClient())
        try rig.perform("true", by: rig.scratch("missing"), for: client)
        try rig.turn { !client.told.isEmpty }
        #expect(client.told == ["refused " + PerformerRig.identifier])
        #expect(rig.scratch.names("activityd/performs").isEmpty && !rig.performer.isPending)
    }

    @Test func anUnknownUnitIsRefused() throws {
        let (rig, client) = (try PerformerRig(), RecordingClient())
        rig.performer.follow("app-other.service", client)
        rig.performer.cancel("app-other.service", for: client)
        guard case .noSuchUnit("app-other.service") = client.refusal else {
            Issue.record("told \(client.told)")
            return
        }
        #expect(client.told == ["refused ", "refused "])
    }
}
