// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import CLinux
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityRegistry

@Suite("Findings on disk")
struct FindingsCacheTests {
    let scratch = Scratch()
    let small = IconFindings([Diagnostic(.iconSmall, at: "/icon", "small")])
    let good = IconFindings([])
    private static let one = key("one").description

    private func filled() throws -> FindingsCache {
        let cache = FindingsCache(folder: scratch("cache"))
        cache.file(small, for: key("one"))
        cache.file(good, for: key("two"))
        try cache.save()
        return FindingsCache(folder: scratch("cache"))
    }

    @Test func `What was filed is found by the next process`() throws {
        let cache = try filled()
        #expect(cache.findings(for: key("one")) == small && cache.findings(for: key("two")) == good)
        #expect(cache.findings(for: key("three")) == nil)
        #expect(scratch.mode("cache/verdicts.json") == 0o600)
        #expect(scratch.names("cache") == [".lock", "verdicts.json"])
    }

    @Test(arguments: [
        "", "{", "[]", "{\"version\":1}", "{\"version\":2,\"verdicts\":{\"\(one)\":[]}}",
        "{\"version\":1,\"verdicts\":{\"\(one)\":[{\"rule\":\"no-such-rule\"}]}}",
        "{\"version\":1,\"verdicts\":{\"one\":[]}}",
        "{\"version\":1,\"verdicts\":{\"\(one)\":[],\"\(key("two"))\":7}}",
    ])
    func `A file that is not wholly right counts as empty, and is replaced`(text: String) throws {
        scratch.write("cache/verdicts.json", text)
        let cache = FindingsCache(folder: scratch("cache"))
        #expect(cache.findings(for: key("one")) == nil)
        #expect(try filled().findings(for: key("one")) == small)
    }

    @Test func `What no bundle has used since the start goes with the next change`() throws {
        let cache = try filled()
        #expect(cache.findings(for: key("one")) == small)
        cache.file(good, for: key("three"))
        try cache.save()
        let next = FindingsCache(folder: scratch("cache"))
        #expect(next.findings(for: key("one")) == small && next.findings(for: key("three")) == good)
        #expect(next.findings(for: key("two")) == nil)
    }

    @Test func `Findings that no bundle uses any more have a bound within one process`() throws {
        let cache = FindingsCache(folder: scratch("cache"), maximum: 10)
        cache.file(small, for: key("one"))
        // Each look needs the icon of a permanent bundle, and of one that changes every time.
        for number in 0..<100 {
            #expect(cache.findings(for: key("one")) == small)
            cache.file(good, for: key("\(number)"))
            cache.file(titles: [:])
            if number == 50 { try cache.save() }
        }
        #expect((0..<100).filter { cache.findings(for: key("\($0)")) != nil }.count <= 20)
        #expect(cache.findings(for: key("99")) == good && cache.findings(for: key("one")) == small)
    }

    /// Anybody may check bundles, which are never loaded.
    @Test func `Icons that are only checked have a bound`() {
        let cache = FindingsCache(folder: nil, maximum: 10)
        for number in 0..<100 {
            #expect(cache.findings(for: key("\(number)")) == nil)
            cache.file(good, for: key("\(number)"))
        }
        #expect((0..<100).count { cache.findings(for: key("\($0)")) != nil } <= 20)
        #expect(cache.findings(for: key("99")) == good)
    }

    @Test func `A file that is cut short counts as empty`() throws {
        _ = try filled()
        truncate(scratch("cache/verdicts.json"), 60)
        #expect(FindingsCache(folder: scratch("cache")).findings(for: key("two")) == nil)
    }

    @Test func `A file over the limit is not read`() throws {
        _ = try filled()
        truncate(scratch("cache/verdicts.json"), 64 << 20 + 1)
        #expect(FindingsCache(folder: scratch("cache")).findings(for: key("two")) == nil)
    }

    @Test func `A file that another user may write is not believed`() throws {
        _ = try filled()
        let trust = Trust(owners: [getuid()], groups: [])
        #expect(FindingsCache(folder: scratch("cache"), trust: trust).findings(for: key("two")) == good)
        chmod(scratch("cache/verdicts.json"), 0o666)
        #expect(FindingsCache(folder: scratch("cache"), trust: trust).findings(for: key("two")) == nil)
    }

    @Test func `A link in its place is not followed`() throws {
        _ = try filled()
        rename(scratch("cache/verdicts.json"), scratch("elsewhere.json"))
        symlink(scratch("elsewhere.json"), scratch("cache/verdicts.json"))
        #expect(FindingsCache(folder: scratch("cache")).findings(for: key("two")) == nil)
    }

    @Test func `Shipped findings are used and not copied`() throws {
        _ = try filled()
        let cache = FindingsCache(folder: scratch("other"), shippedFolder: scratch("cache"))
        #expect(cache.findings(for: key("one")) == small)
        cache.file(small, for: key("one"))
        try cache.save()
        #expect(!scratch.exists("other"))
    }

    @Test func `What did not last, or could not be read, is forgotten with the process`() throws {
        let cache = FindingsCache(folder: scratch("cache"))
        let unreadable = [Diagnostic(.iconUnreadable, "broken")]
        cache.file(IconFindings(unreadable), for: key("broken"))
        cache.file(IconFindings(unreadable, isCacheable: false), for: key("nobody"))
        #expect(cache.findings(for: key("broken")) == IconFindings(unreadable))
        #expect(cache.findings(for: key("nobody")) == nil)
        try cache.save()
        #expect(!scratch.exists("cache"))
    }

    @Test func `A folder that cannot be written is an error and nothing else`() {
        scratch.write("cache", "a file")
        let cache = FindingsCache(folder: scratch("cache"))
        cache.file(small, for: key("one"))
        #expect(throws: StorageError.self) { try cache.save() }
        #expect(cache.findings(for: key("one")) == small)
    }

    @Test func `What cannot be written while another daemon writes is written the next time`() throws {
        let cache = FindingsCache(folder: scratch("cache"))
        cache.file(small, for: key("one"))
        try FolderLock.hold(scratch("cache"), mode: 0o700) { () throws(StorageError) in
            _ = #expect(throws: StorageError.locked(path: scratch("cache/.lock"))) { try cache.save() }
        }
        #expect(!scratch.exists("cache/verdicts.json"))
        try cache.save()
        #expect(FindingsCache(folder: scratch("cache")).findings(for: key("one")) == small)
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `Digests are those of FIPS 180-4`(text: String, digest: String) {
        #expect(Digest.sha256(Array(text.utf8)).description == digest)
    }

    @Test func `Every name and byte is in the key`() {
        let icons = [
            IconFiles(icon: "a.png", files: ["a.png": [1, 2], "b.png": [3]]),
            IconFiles(icon: "a.png", files: ["a.png": [1], "b.png": [2, 3]]),
            IconFiles(icon: "b.png", files: ["a.png": [1, 2], "b.png": [3]]),
            IconFiles(icon: "a.png", files: ["a.png": [1, 2], "c.png": [3]]),
            IconFiles(icon: "a.png", files: ["a.png": [1, 2]]),
        ]
        #expect(Set(icons.map(\.findingsKey)).count == icons.count)
    }
}

private func key(_ name: String) -> Digest { Digest.sha256(Array(name.utf8)) }
