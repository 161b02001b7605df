// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Host

@Suite("The disk's thread")
struct DiskThreadTests {
    @Test func `Pieces are done one after another, in the order in which they were asked for`() throws {
        let disk = try DiskThread()
        let done = Mutex<[Int]>([])
        let box = try Mailbox<Int>()
        for number in 0..<1_000 {
            disk.run(at: "/") {
                done.withLock { $0.append(number) }
                if number == 999 { box.post(number) }
            }
        }
        #expect(box.wait() == [999])
        #expect(done.withLock { $0 } == Array(0..<1_000))
        disk.finish()
    }

    @Test func `What was asked for is done before it ends`() throws {
        let disk = try DiskThread()
        let count = Mutex(0)
        for _ in 0..<100 { disk.run(at: "/") { count.withLock { $0 += 1 } } }
        disk.finish()
        #expect(count.withLock { $0 } == 100)
    }

    @Test func `Work that computes is awaited, however long it takes`() throws {
        let disk = try DiskThread()
        let isDone = Atomic(false)
        disk.run(at: "/etc/large") {
            let end = Clocks.monotonic() + 3_500
            while Clocks.monotonic() < end {}
            isDone.store(true, ordering: .relaxed)
        }
        #expect(disk.finishUnlessBlocked() == nil && isDone.load(ordering: .relaxed))
    }

    @Test func `Work that a path blocks is left, and the path is named`() throws {
        let disk = try DiskThread()
        let release = try Mailbox<Int>()
        disk.run(at: "/etc") {
            disk.reportPath("/mnt/dead/a.json")
            _ = release.wait()
        }
        #expect(disk.finishUnlessBlocked() == "/mnt/dead/a.json")
        release.post(1)
    }

    @Test func `What is asked for after the end keeps nothing alive`() throws {
        var disk: DiskThread? = try DiskThread()
        weak let ended = disk
        disk?.finish()
        disk?.run(at: "/") {}
        disk = nil
        #expect(ended == nil)
    }

    @Test func `It is a batch, and what it starts is no batch`() throws {
        let disk = try DiskThread()
        let found = try Mailbox<(own: CInt, program: Result<pid_t, Spawn.Failure>)>()
        disk.run(at: "/") {
            let sleep = ["sleep", "60"].map { Array($0.utf8) }
            let started = Result { () throws(Spawn.Failure) in
                try Spawn.start("/bin/sleep", sleep, environment: [:]) { _ in }
            }
            found.post((sched_getscheduler(0), started))
        }
        let (own, program) = try #require(found.wait().first)
        let process = try program.get()
        #expect(own == LINUX_SCHED_BATCH && sched_getscheduler(process) == LINUX_SCHED_NORMAL)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        disk.finish()
    }

    @Test func `A place that does not answer is named, until it does`() throws {
        let now = Mutex(0)
        let (begun, release) = (try Mailbox<Int>(), try Mailbox<Int>())
        let disk = try DiskThread { now.withLock { $0 } }
        disk.run(at: "/first") {
            begun.post(1)
            _ = release.wait()
            disk.reportPath("/second")
            begun.post(2)
            _ = release.wait()
        }
        #expect(begun.wait() == [1])
        #expect(disk.isBusy && disk.stall == nil)
        now.withLock { $0 = DiskThread.timeout }
        #expect(HangLimit.passes { disk.stall != nil })
        #expect(disk.stall == "/first")
        release.post(1)
        #expect(begun.wait() == [2])
        #expect(disk.stall == nil)
        now.withLock { $0 = 2 * DiskThread.timeout }
        #expect(HangLimit.passes { disk.stall != nil })
        #expect(disk.stall == "/second")
        release.post(2)
        disk.run(at: "/third") { begun.post(3) }
        #expect(begun.wait() == [3])
        #expect(disk.stall == nil)
        disk.finish()
    }

    @Test func `A piece that lacks processor time, or uses it, is no stall`() throws {
        let now = Mutex(0)
        let (begun, release) = (try Mailbox<Int>(), try Mailbox<Int>())
        let isOver = Atomic(false)
        let disk = try DiskThread { now.withLock { $0 } }
        disk.run(at: "/slow") {
            begun.post(1)
            while !isOver.load(ordering: .relaxed) {}
            _ = release.wait()
        }
        #expect(begun.wait() == [1])
        now.withLock { $0 = DiskThread.timeout }
        for _ in 0..<1_000 { #expect(disk.stall == nil) }
        isOver.store(true, ordering: .relaxed)
        #expect(HangLimit.passes { disk.stall != nil })
        #expect(disk.stall == "/slow")
        release.post(1)
        disk.finish()
    }

    /// Blocks the disk thread where it releases a finished piece of work.
    private final class Stop: Sendable {
        let (reached, passed): (Mailbox<Int>, Mailbox<Int>)

        init(_ reached: Mailbox<Int>, _ passed: Mailbox<Int>) {
            (self.reached, self.passed) = (reached, passed)
        }

        func use() {}

        deinit {
            reached.post(1)
            _ = passed.wait()
        }
    }

    @Test func `It is busy between two pieces too`() throws {
        let disk = try DiskThread()
        let (begun, release) = (try Mailbox<Int>(), try Mailbox<Int>())
        let (reached, passed) = (try Mailbox<Int>(), try Mailbox<Int>())
        func stop() -> @Sendable () -> Void {
            let stop = Stop(reached, passed)
            return {
                stop.use()
                begun.post(1)
                _ = release.wait()
            }
        }
        disk.run(at: "/first", stop())
        #expect(begun.wait() == [1])
        disk.run(at: "/second") {}
        release.post(1)
        #expect(reached.wait() == [1])
        #expect(disk.isBusy && disk.busyPath == nil)
        passed.post(1)
        disk.finish()
        #expect(!disk.isBusy)
    }

    @Test func `Of several threads the one that does not come back is named, whatever the others do`() throws
    {
        let now = Mutex(0)
        let (begun, release) = (try Mailbox<Int>(), try Mailbox<Int>())
        let disk = try DiskThread { now.withLock { $0 } }
        disk.run(at: "/folder") {
            // The other thread may take all parts, and this one would be named for the folder.
            disk.reportPath(nil)
            _ = FanOut.map(Array(0..<128)) { number in
                disk.reportPath("/\(number)")
                // The second thread's first value, where there are two.
                if number == 64 {
                    begun.post(1)
                    _ = release.wait()
                }
                disk.reportPath(nil)
                if number == 63 { begun.post(1) }
            }
            disk.reportPath("/folder")
            now.withLock { $0 += 1 }
            begun.post(2)
            _ = release.wait()
        }
        var posts = 0
        while posts < 2 { posts += begun.wait().count }
        now.withLock { $0 = DiskThread.timeout }
        #expect(HangLimit.passes { disk.stall != nil })
        #expect(disk.stall == "/64")
        release.post(1)
        #expect(begun.wait() == [2])
        #expect(disk.isBusy && disk.stall == nil)
        release.post(2)
        disk.finish()
    }

    @Test func `Messages of many threads all come, those of one in its order`() throws {
        let box = try Mailbox<(Int, Int)>()
        let disks = try (0..<4).map { _ in try DiskThread() }
        for (index, disk) in disks.enumerated() {
            disk.run(at: "/") { for number in 0..<1_000 { box.post((index, number)) } }
        }
        for disk in disks { disk.finish() }
        let messages = box.drain()
        #expect(box.drain().isEmpty)
        for index in 0..<4 { #expect(messages.filter { $0.0 == index }.map(\.1) == Array(0..<1_000)) }
    }
}
