// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPerforming
import Host
import TestSupport
import Testing

@testable import ActivityTargets

@Suite struct `Kept uses of targets` {
    let scratch = Scratch()
    var store: TargetUseStore { TargetUseStore(folder: scratch("state")) }
    private var path: String { scratch("state/targets.json") }
    private let phone = TargetName("org.x.phone", "a1")

    @Test func `are the person's alone, and nothing but names and times`() throws {
        _ = try store.add(phone, .image, at: 1_790_000_000)
        #expect(Files.mode(path) == 0o600)
        #expect(store.load().last(phone) == 1_790_000_000)
        let text = Files.text(path)
        #expect(text.contains("a1") && text.contains("org.x.phone") && !text.contains("Pixel"))
    }

    @Test func `survive a file that cannot be used, which is kept aside`() throws {
        scratch.write("state/targets.json", "{ no JSON")
        #expect(store.load().isEmpty)
        #expect(throws: StorageError.self) { _ = try store.forget("org.x.phone") }
        #expect(try store.add(phone, .image, at: 5).last(phone) == 5)
        #expect(Files.text(path + ".corrupt") == "{ no JSON")
    }

    @Test func `leave nothing aside when some are forgotten`() throws {
        for number in 1...2 {
            scratch.write("state/targets.json", "{ no JSON")
            _ = try store.add(phone, .image, at: number)
        }
        #expect(scratch.names("state").suffix(2) == ["targets.json.corrupt", "targets.json.corrupt-2"])
        #expect(try store.forget("org.x.other"))
        #expect(scratch.names("state") == [".lock", "targets.json"])
        #expect(try !store.forget("org.x.other"))
    }

    @Test func `of two daemons are all there`() throws {
        let other = TargetName("org.x.tv", "b")
        let (one, two) = (store, store)
        _ = (one.load(), two.load())
        _ = try one.add(phone, .image, at: 1)
        #expect(try two.add(other, .link, at: 2).all.count == 2)
        #expect(one.load().all.map(\.target) == [phone, other])
    }

    @Test func `are not counted while another daemon is at work there`() throws {
        _ = try FolderLock.hold(scratch("state"), mode: 0o700) { () throws(StorageError) in
            #expect(throws: StorageError.self) { _ = try store.add(phone, .image, at: 1) }
        }
        #expect(store.load().isEmpty)
    }

    @Test func `are forgotten with all that is known of them`() throws {
        _ = try store.add(phone, .image, at: 1)
        #expect(try !store.forget("org.x.other"))
        #expect(try store.forget("org.x.phone"))
        #expect(!Files.exists(path))
    }

    @Test func `leave what others wrote beside them`() throws {
        scratch.write("state/targets.json", #"{"later": 1, "targets": [5]}"#)
        _ = try store.add(phone, .image, at: 1)
        #expect(Files.text(path).contains("\"later\""))
        _ = try store.forget("org.x.phone")
        #expect(Files.text(path).contains("\"later\"") && !Files.text(path).contains("a1"))
    }
}
