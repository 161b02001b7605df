// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Host

/// A slice of zero time is a single step, so that jobs in between can be counted.
@Suite("Removing a slice at a time")
struct RemoverTests {
    let scratch = Scratch(isInMemory: true)

    /// Runs the disk thread's jobs, and the jobs that they request, until the folder is empty.
    private func wait(for disk: DiskThread, untilEmpty folder: String) throws {
        let done = try Mailbox<Bool>()
        repeat {
            disk.run(at: folder) { done.post(Files.names(in: folder).isEmpty) }
        } while done.wait() != [true]
    }

    /// Every file beneath the scratch folder, at any depth.
    private static func count(_ path: String) -> Int {
        Files.names(in: path).reduce(0) { $0 + 1 + count(path + "/" + $1) }
    }

    @Test("the name is free at once, and other work comes in between")
    func givesWay() throws {
        for number in 0..<100 { scratch.write("store/tmp/\(number)") }
        let path = scratch.path
        let disk = try DiskThread()
        let remover = Remover(on: disk, slice: 0)
        let left = Mutex<[Int]>([])
        disk.run(at: path) { try? remover.discard(path + "/store") }
        for _ in 0..<10 { disk.run(at: path) { left.withLock { $0.append(Self.count(path)) } } }
        disk.run(at: path) { left.withLock { $0.append(Int(access(path + "/store", F_OK))) } }
        try wait(for: disk, untilEmpty: path)
        disk.finish()
        let seen = left.withLock { $0 }
        #expect(seen.prefix(10).allSatisfy { $0 > 0 })
        #expect(seen.last == -1)
    }

    @Test("however much is removed, a piece of work waits for one slice")
    func isOneChain() throws {
        for number in 0..<400 { scratch.write("\(number % 20)/\(number)") }
        let path = scratch.path
        let disk = try DiskThread()
        let remover = Remover(on: disk, slice: 0)
        let first = Mutex(0)
        let second = Mutex(0)
        let done = try Mailbox<Int>()
        disk.run(at: path) {
            for number in 0..<20 { try? remover.discard("\(path)/\(number)") }
            disk.run(at: path) {
                first.withLock { $0 = Self.count(path) }
                disk.run(at: path) {
                    second.withLock { $0 = Self.count(path) }
                    done.post(1)
                }
            }
        }
        _ = done.wait()
        // One slice before the first of the two, and one between them: an entry, or an entry and its emptied
        // folder.
        #expect(first.withLock { $0 } >= 20 + 400 - 4)
        #expect(first.withLock { $0 } - second.withLock { $0 } <= 2)
        try wait(for: disk, untilEmpty: path)
        disk.finish()
    }

    @Test("what a daemon that ends leaves is swept by the next one")
    func leavesLitter() throws {
        for number in 0..<100 { scratch.write("store/\(number)") }
        let path = scratch.path
        let disk = try DiskThread()
        let remover = Remover(on: disk, slice: 0)
        disk.run(at: path) { try? remover.discard(path + "/store") }
        disk.finish()
        #expect(scratch.names().count == 1)
        #expect(scratch.names().allSatisfy(StagingName.isStaging))
        try Remover().sweep(path)
        #expect(scratch.names() == [])
    }

    @Test("folders without permissions, links, odd names and great depth are removed step by step")
    func removesAnything() throws {
        scratch.write("outside/kept")
        scratch.write("tree/closed/deeper/file")
        symlink(scratch("outside"), scratch("tree/link"))
        let latin: [CChar] = scratch("tree/caf").utf8CString.dropLast() + [-23, 0]
        mkdir(latin, 0o700)
        for level in 1...1_500 {
            try #require(mkdir(scratch("tree") + String(repeating: "/d", count: level), 0o700) == 0)
        }
        let folder = scratch.folder("of-its-own")
        try #require(rename(scratch("tree"), folder + "/tree") == 0)
        for name in ["/tree/closed/deeper", "/tree/closed", "/tree"] { chmod(folder + name, 0) }
        let outside = scratch("outside")
        let disk = try DiskThread()
        let remover = Remover(on: disk, slice: 0)
        disk.run(at: folder) { try? remover.discard(folder + "/tree") }
        try wait(for: disk, untilEmpty: folder)
        disk.finish()
        #expect(Files.names(in: outside) == ["kept"])
    }

    /// The process writes between the slices, so that the folder still exists each time.
    @Test("a tree that a process still writes to is gone when it stops")
    func outlastsWriter() throws {
        for number in 0..<100 { scratch.write("tree/a/\(number)") }
        let path = scratch.path
        let inner = open(scratch("tree/a"), O_RDONLY | O_DIRECTORY)
        defer { close(inner) }
        let disk = try DiskThread()
        let remover = Remover(on: disk, slice: 0)
        let written = Mutex(0)
        @Sendable func write(_ number: Int) {
            let file = openat(inner, "new-\(number)", O_CREAT | O_WRONLY, 0o600)
            close(file)
            let isMade = mkdirat(inner, "folder-\(number)", 0o700) == 0
            unlinkat(inner, "\(number)", 0)
            if file >= 0, isMade { written.withLock { $0 += 1 } }
            if number < 40 { disk.run(at: path) { write(number + 1) } }
        }
        disk.run(at: path) {
            try? remover.discard(path + "/tree")
            write(1)
        }
        try wait(for: disk, untilEmpty: path)
        disk.finish()
        #expect(written.withLock { $0 } == 40)
    }

    /// The first and the last entry of the folder cannot be removed, in whichever order they are read.
    @Test(
        "what cannot be removed is reported once, and keeps nothing else",
        .enabled(if: SmallDisk.isAvailable), arguments: [false, true])
    func passesOver(isSliced: Bool) throws {
        for number in 0..<50 { scratch.write("tree/\(number)/file") }
        let disks = try ["tree/0/mounted", "tree/49/mounted"].map {
            try #require(SmallDisk(at: scratch.folder($0)))
        }
        defer { for disk in disks { disk.unmount() } }
        scratch.write("other/file")
        let faults = Mutex<[StorageError]>([])
        let thread = isSliced ? try DiskThread() : nil
        let remover = Remover(on: thread, slice: 0) { fault in faults.withLock { $0.append(fault) } }
        let path = scratch.path
        let discard = { @Sendable in for name in ["/other", "/tree"] { try? remover.discard(path + name) } }
        if let thread {
            let done = try Mailbox<Bool>()
            thread.run(at: path, discard)
            repeat {
                thread.run(at: path) {
                    done.post(Files.names(in: path).count == 1 && faults.withLock { !$0.isEmpty })
                }
            } while done.wait() != [true]
            thread.finish()
        } else {
            discard()
        }
        let left = scratch.names()
        let fault = try #require(faults.withLock { $0.count == 1 ? $0.first : nil })
        guard case .storage(_, "removed", EBUSY) = fault else {
            Issue.record("\(fault)")
            return
        }
        #expect(left.count == 1 && Self.count(scratch.path) <= 5)
        for name in left { for number in [0, 49] { umount(scratch(name) + "/\(number)/mounted") } }
    }
}
