// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import Synchronization
import Systemd
import TestSupport
import Testing

@testable import ActivityPerforming

/// Starting without systemd, where something comes in between.
struct ProcessLauncherTests {
    private static func plan(
        in folder: String, _ record: @escaping @Sendable (SpawnedProcess) -> Void
    ) -> LaunchPlan {
        LaunchPlan(
            identifier: "org.example.one", title: "One", token: "0",
            command: Command(program: "/bin/true"), environment: [], folder: folder,
            isSandboxed: false, keepsResult: true, record: record)
    }

    /// A daemon that ends has its disk's thread do what was asked for, and hears no answer any more.
    @Test func whatIsStartedIsRecordedThoughTheDaemonEndsBeforeItHears() throws {
        let base = Scratch()
        let loop = try EventLoop()
        let disk = HeldDisk()
        mkdir(base("activityd"), 0o700)
        let folders = PrivateFolders(path: base("activityd"), stores: base("stores"), disk.remover)
        let folder = try folders.make(PrivateFolders.newToken())
        let draft = PerformRecord(
            unit: "", identifier: "org.example.one", title: "One", started: 1, deadline: nil,
            handsOver: false)
        let started = Mutex<SpawnedProcess?>(nil)
        let plan = Self.plan(in: folder.path) { process in
            try? folder.save(draft.naming(process.unit, startTime: process.startTime))
            started.withLock { $0 = process }
        }
        ProcessLauncher(loop, disk, home: "/", environment: [:]).launch(plan) { _ in }
        let process = try #require(started.withLock { $0 })
        waitpid(process.pid, nil, 0)
        #expect(try folder.record() == draft.naming(process.unit, startTime: process.startTime))
        #expect(try process.startTime != nil && folder.record()?.processStart == process.startTime)
        let copies = CopyStore(folder: base("cache"), runtime: base.path)
        #expect(Leftovers(in: folders, copies, [:]).running.map(\.record.unit) == [process.unit])
        // No daemon has written that.
        mkdir(folder.path + "/result.json", 0o700)
        #expect(Leftovers(in: folders, copies, [:]).running.map(\.record.unit) == [process.unit])
        folder.remove()
        #expect(FolderNames.read(base("activityd")).isEmpty)
    }

    /// The kernel gives a number to another process once it is free.
    @Test func aProcessThatOnlyHasTheNumberIsNotFollowed() throws {
        let loop = try EventLoop()
        let launcher = ProcessLauncher(loop, HeldDisk(), home: "/", environment: [:])
        let process = SpawnedProcess(getpid())
        let former = PerformRecord(
            unit: process.unit, identifier: "org.example.one", title: "One", started: 1, deadline: nil,
            handsOver: false
        ).naming(process.unit, startTime: try #require(process.startTime) - 1)
        var (lost, isOver) = (false, false)
        launcher.adopt(former) { event in
            switch event {
            case .lost: lost = true
            case .over: isOver = true
            default: Issue.record("\(event)")
            }
        }
        #expect(lost && isOver)
    }

    /// As the kernel does where whoever started the daemon ignores SIGCHLD.
    @Test func oneWhoseEndIsThrownAwayIsLostAndNotWaitedForForEver() throws {
        let base = Scratch()
        let loop = try EventLoop()
        let disk = HeldDisk()
        let launcher = ProcessLauncher(loop, disk, home: "/", environment: [:])
        var told: [String] = []
        let plan = Self.plan(in: base.path) { waitpid($0.pid, nil, 0) }
        launcher.launch(plan) { event in
            switch event {
            case .refused: told.append("refused")
            case .running: told.append("running")
            case .exited: told.append("exited")
            case .lost: told.append("lost")
            case .over: told.append("over")
            }
        }
        disk.answer()
        #expect(try loop.turn { told.last == "over" })
        #expect(told == ["running", "lost", "over"])
    }
}
