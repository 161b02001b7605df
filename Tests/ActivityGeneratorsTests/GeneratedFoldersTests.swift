// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import ActivityGenerators

/// Generated folders when a run replaces an earlier one.
struct GeneratedFoldersTests {
    private let scratch = Scratch()
    private var folders: GeneratedFolders {
        GeneratedFolders(scratch("generated"), staging: scratch("staging"), Remover()) { _ in }
    }

    /// The folder's entries, except the lock.
    private var shown: [String] { scratch.names("generated").filter { $0 != ".lock" } }

    /// Stages a run that has written these files.
    private func staged(_ files: KeyValuePairs<String, String>) throws -> String {
        let folder = try folders.stage("menus")
        for (name, text) in files {
            if let slash = name.lastIndex(of: "/") { Files.makeFolder(folder + "/" + name[..<slash]) }
            Files.write(folder + "/" + name, text)
        }
        return folder
    }

    @Test func aRunTakesTheFormersPlaceAsAWhole() throws {
        let former = try staged(["a.activity/x": "1", "b.activity/x": "2"])
        let first = try folders.accept(former, as: "menus")
        folders.discard(former)
        #expect(first.isNew && first.contents.bundles == 2)
        let folder = try staged(["c.activity/x": "1"])
        let second = try folders.accept(folder, as: "menus")
        #expect(second.isNew && scratch.names("generated/menus") == ["c.activity"])
        folders.discard(folder)
        #expect(shown == ["menus"] && scratch.names("staging") == [])
    }

    /// The registry recognises unchanged files by their inodes.
    @Test func whatIsEqualStaysInPlace() throws {
        _ = try folders.accept(
            staged(["a.activity/x": "1", "b.activity/x": "1", "c.activity/x": "1", "left-out": "1"]),
            as: "menus")
        let kept = inode("generated/menus/a.activity"), changed = inode("generated/menus/b.activity")
        let second = try folders.accept(
            staged(["a.activity/x": "1", "b.activity/x": "2", "d.activity/x": "1"]), as: "menus")
        #expect(second.isNew && second.contents.bundles == 3)
        #expect(scratch.names("generated/menus") == ["a.activity", "b.activity", "d.activity"])
        #expect(inode("generated/menus/a.activity") == kept)
        #expect(inode("generated/menus/b.activity") != changed)
        #expect(scratch.text("generated/menus/b.activity/x") == "2")
        #expect(shown == ["menus"])
    }

    private func inode(_ path: String) -> UInt {
        var status = stat()
        return lstat(scratch(path), &status) == 0 ? status.st_ino : 0
    }

    /// The copy includes modes and links that no bundle may have: the rules say so, with their reason.
    @Test func aCopyIsWhatWasMade() throws {
        let folder = try staged([
            "a.activity/program": "1", "a.activity/inner/x": String(repeating: "x", count: 200_000),
        ])
        chmod(folder + "/a.activity/program", 0o755)
        symlink("../../..", folder + "/a.activity/link")
        _ = try folders.accept(folder, as: "menus")
        let made = scratch("generated/menus/a.activity")
        #expect(access(made + "/program", X_OK) == 0)
        #expect(Files.text(made + "/inner/x").utf8.count == 200_000)
        var text = [CChar](repeating: 0, count: 32)
        #expect(
            readlink(made + "/link", &text, 31) == 8
                && text.prefix(8).elementsEqual("../../..".utf8CString.prefix(8)))
    }

    /// The rules then refuse the bundle, and its author learns the reason.
    @Test func aPipeStaysOne() throws {
        for isNew in [true, false] {
            let folder = try staged(["a.activity/x": "1"])
            mkfifo(folder + "/a.activity/pipe", 0o600)
            #expect(try folders.accept(folder, as: "menus").isNew == isNew)
        }
        var status = stat()
        #expect(lstat(scratch("generated/menus/a.activity/pipe"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func whatCannotBeCopiedChangesNothing() throws {
        let disk = try #require(SmallDisk(at: scratch.folder("generated")))
        defer { disk.unmount() }
        _ = try folders.accept(staged(["a.activity/x": "1", "b.activity/x": "1"]), as: "menus")
        let folder = try staged([
            "a.activity/x": "2", "b.activity/x": String(repeating: "x", count: 200_000),
        ])
        #expect(throws: GeneratedFault.self) { try folders.accept(folder, as: "menus") }
        #expect(scratch.text("generated/menus/a.activity/x") == "1")
        #expect(scratch.text("generated/menus/b.activity/x") == "1")
        #expect(shown == ["menus"])
    }

    @Test func aFileSystemMayBeUnableToExchange() throws {
        try RefusedCalls.onThread {
            RefusedCalls.refuse(.exchange, EINVAL)
            _ = try folders.accept(staged(["a.activity/x": "1", "b.activity/x": "1"]), as: "menus")
            _ = try folders.accept(staged(["a.activity/x": "2", "b.activity/x": "1"]), as: "menus")
        }
        #expect(scratch.text("generated/menus/a.activity/x") == "2")
        #expect(shown == ["menus"])
    }

    @Test func anEqualOneChangesNothing() throws {
        _ = try folders.accept(staged(["a.activity/x": "1", "left-out": ""]), as: "menus")
        #expect(try !folders.accept(staged(["a.activity/x": "1", "left-out": ""]), as: "menus").isNew)
        #expect(shown == ["menus"])
    }

    @Test(arguments: ["bytes", "length", "name", "mode", "kind", "less"])
    func everyDifferenceCounts(_ what: String) throws {
        _ = try folders.accept(staged(["a.activity/x": "1", "a.activity/y": "1"]), as: "menus")
        let folder = try staged(["a.activity/x": what == "bytes" ? "2" : what == "length" ? "11" : "1"])
        let second = folder + "/a.activity/y"
        switch what {
        case "name": Files.write(folder + "/a.activity/z", "1")
        case "mode": Files.write(second, "1", mode: 0o755)
        case "kind": symlink("x", second)
        case "less": break
        default: Files.write(second, "1")
        }
        #expect(try folders.accept(folder, as: "menus").isNew)
    }

    @Test func tooMuchAndTooDeepAreRefused() throws {
        let large = try staged(["a.activity/x": ""])
        truncate(large + "/a.activity/x", off_t(GeneratedTree.maximumBytes + 1))
        #expect(throws: GeneratedFault.self) { try folders.accept(large, as: "menus") }
        let deep = try staged([String(repeating: "a/", count: 20) + "x": ""])
        #expect(throws: GeneratedFault.self) { try folders.accept(deep, as: "menus") }
        #expect(!scratch.exists("generated/menus"))
    }

    @Test func theLargestFileThatThereCanBeIsRefused() throws {
        let memory = Scratch(isInMemory: true)
        memory.write("large")
        try #require(truncate(memory("large"), .max) == 0)
        memory.write("small", "1")
        #expect(throws: GeneratedFault.self) { try GeneratedTree.measure(memory.path) { _ in } }
    }

    @Test func whatHasNoNameInUTF8CountsToo() throws {
        let folder = try staged(["a.activity/x": "1"])
        let name = Array((folder + "/").utf8CString.dropLast()) + [-4, 0]
        let file = open(name, O_WRONLY | O_CREAT, 0o600)
        #expect(file >= 0 && ftruncate(file, off_t(GeneratedTree.maximumBytes)) == 0)
        close(file)
        #expect(throws: GeneratedFault.self) { try folders.accept(folder, as: "menus") }
    }

    /// Otherwise the file system would count as hung.
    @Test func eachFolderIsNamedBeforeItIsRead() throws {
        let noted = Mutex<[String]>([])
        let folders = GeneratedFolders(scratch("generated"), staging: scratch("staging"), Remover()) { path in
            if let path { noted.withLock { $0.append(path) } }
        }
        _ = try folders.accept(staged(["a.activity/b/x": "1"]), as: "menus")
        let folder = try staged(["a.activity/b/x": "1"])
        noted.withLock { $0 = [] }
        _ = try folders.accept(folder, as: "menus")
        let inner = ["", "/a.activity", "/a.activity/b"].map { folder + $0 }
        #expect(Set(noted.withLock { $0 }).isSuperset(of: inner))
    }

    @Test func whatAGeneratorHasMadeGoesWithIt() throws {
        _ = try folders.accept(staged(["a.activity/x": "1"]), as: "menus")
        _ = try folders.accept(staged(["b.activity/x": "1"]), as: "others")
        try folders.remove("others")
        try folders.remove("others")
        #expect(shown == ["menus"])
    }

    @Test func whatKilledDaemonsHaveLeftGoes() throws {
        try folders.sweep()
        _ = try folders.accept(staged(["a.activity/x": "1"]), as: "menus")
        let folder = try staged(["a.activity/x": "1"])
        Files.makeFolder(scratch("generated/.staging-new-menus-1/a.activity"))
        try folders.sweep()
        #expect(!Files.exists(folder) && shown == ["menus"])
    }

    /// Another daemon publishes in the same folder.
    @Test func whatAnotherHasStagedStays() throws {
        Files.makeFolder(scratch("generated/.staging-new-menus-1"))
        try FolderLock.hold(scratch("generated"), mode: 0o700) { () throws(StorageError) in
            try folders.sweep()
        }
        #expect(shown == [".staging-new-menus-1"])
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func noRunTakesMoreThanItLeaves() throws {
        let disk = try #require(SmallDisk(at: scratch.folder("staging")))
        defer { disk.unmount() }
        let folder = try staged(["a.activity/x": String(repeating: "x", count: 20_000)])
        try folders.check(folder)
        Files.write(folder + "/a.activity/y", String(repeating: "x", count: 20_000))
        let fault = #expect(throws: GeneratedFault.self) { try folders.check(folder) }
        #expect(fault?.sentence.contains("XDG_RUNTIME_DIR") == true)
    }

    /// Otherwise strict clients could not read the list of generators at all.
    @Test func whatIsLeftOutIsTextThatClientsCanRead() throws {
        let marks = String(repeating: "\u{301}", count: JSON.maximumMarks + 1)
        let list = "/a\te\(marks)\tIt is\u{1B} odd.\n"
        let leftOut = try #require(
            folders.accept(staged(["left-out": list]), as: "menus").contents.omitted.first)
        #expect(leftOut.reason == "It is  odd." && leftOut.name.unicodeScalars.first == "e")
        #expect(throws: Never.self) { try JSON(parsing: JSON.string(leftOut.name).serialized) }
    }

    /// Only root could put it in place, or write to it.
    @Test func aFolderThatCannotBeWrittenToBecomesOneThatCan() throws {
        let folder = try staged(["a.activity/inner/x": "1"])
        for name in ["/a.activity/inner", "/a.activity"] { chmod(folder + name, 0o555) }
        chmod(folder + "/a.activity/inner/x", 0o400)
        _ = try folders.accept(folder, as: "menus")
        #expect(Files.mode(scratch("generated/menus/a.activity/inner")) == 0o755)
        #expect(Files.mode(scratch("generated/menus/a.activity/inner/x")) == 0o644)
        #expect(try !folders.accept(staged(["a.activity/inner/x": "1"]), as: "menus").isNew)
    }
}
