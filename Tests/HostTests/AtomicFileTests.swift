// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import TestSupport
import Testing

@testable import Host

@Suite("Files that are replaced whole")
struct AtomicFileTests {
    let scratch = Scratch()

    @Test("a file is made with its folders and exactly the modes asked for")
    func creates() throws {
        try AtomicFile.write([1, 2], to: scratch("a/b/file"), mode: 0o646, folderMode: 0o751)
        #expect(try AtomicFile.read(scratch("a/b/file"), limit: 2) == [1, 2])
        #expect(scratch.mode("a/b/file") == 0o646)
        #expect(scratch.mode("a") == 0o751)
        #expect(scratch.mode("a/b") == 0o751)
        #expect(scratch.names("a/b") == ["file"])
    }

    @Test("a folder that is there stays as it is, and a file in its place is an error")
    func keepsFolder() throws {
        let folder = try Folder(creating: scratch("a"), mode: 0o700)
        try folder.makeFolder("b", mode: 0o750)
        symlink("b", scratch("a/link"))
        for name in ["b", "link"] { try folder.makeFolder(name, mode: 0o700) }
        #expect(scratch.mode("a/b") == 0o750)
        scratch.write("a/file")
        let error = #expect(throws: StorageError.self) { try folder.makeFolder("file", mode: 0o700) }
        #expect(error == .notAFolder(path: scratch("a/file")))
    }

    @Test("a file is replaced, and nothing is left beside it")
    func replaces() throws {
        for text in ["old", "a longer one", ""] {
            try AtomicFile.write(Array(text.utf8), to: scratch("file"), mode: 0o644)
            #expect(scratch.text("file") == text)
        }
        #expect(scratch.names() == ["file"])
    }

    @Test("a write that cannot take its place leaves no leftovers")
    func cleansUp() throws {
        scratch.folder("taken")
        let error = #expect(throws: StorageError.self) {
            try AtomicFile.write([1], to: scratch("taken"), mode: 0o644)
        }
        #expect(error == .storage(path: scratch("taken"), operation: "put in place", errno: EISDIR))
        #expect(scratch.names() == ["taken"])
    }

    @Test("a link in the file's place is replaced, and what it leads to stays")
    func replacesLink() throws {
        scratch.write("other", "theirs")
        symlink("other", scratch("file"))
        try AtomicFile.write([7], to: scratch("file"), mode: 0o644)
        #expect(try AtomicFile.read(scratch("file"), limit: 1) == [7])
        #expect(scratch.text("other") == "theirs")
        #expect(scratch.names() == ["file", "other"])
    }

    @Test("a file is taken away, a folder in its place is not, and nothing there is no error")
    func removes() throws {
        try AtomicFile.write([1], to: scratch("file"), mode: 0o644)
        for name in ["file", "file", "absent/file"] { try AtomicFile.remove(scratch(name)) }
        #expect(scratch.names() == [])
        scratch.write("folder/inner")
        let error = #expect(throws: StorageError.self) { try AtomicFile.remove(scratch("folder")) }
        #expect(error == .storage(path: scratch("folder"), operation: "removed", errno: EISDIR))
        #expect(scratch.names("folder") == ["inner"])
    }

    @Test("a file in place of a folder on the way is named in the error")
    func namesObstacle() throws {
        scratch.write("obstacle")
        let error = #expect(throws: StorageError.self) {
            try AtomicFile.write([1], to: scratch("obstacle/file"), mode: 0o644)
        }
        #expect(error == .storage(path: scratch("obstacle"), operation: "opened", errno: ENOTDIR))
        #expect(error?.description.contains("move that out of the way") == true)
    }

    @Test("what a killed process left half written is swept, and nothing else")
    func sweeps() throws {
        try AtomicFile.write([1], to: scratch("file"), mode: 0o644)
        scratch.write(".staging-new-file-1f", "half")
        scratch.write(".hidden")
        try AtomicFile.sweep(scratch.path)
        try AtomicFile.sweep(scratch("absent"))
        #expect(scratch.names() == [".hidden", ".lock", "file"])
    }

    @Test("on a full disk the old file stays, whole and alone", .enabled(if: SmallDisk.isAvailable))
    func survivesFullDisk() throws {
        let disk = try #require(SmallDisk(at: scratch.folder("disk")))
        defer { disk.unmount() }
        try AtomicFile.write([7], to: scratch("disk/file"), mode: 0o644)
        let error = #expect(throws: StorageError.self) {
            try AtomicFile.write(Array(repeating: 0, count: 1 << 20), to: scratch("disk/file"), mode: 0o644)
        }
        guard case .storage(_, "written", ENOSPC) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(try AtomicFile.read(scratch("disk/file"), limit: 1) == [7])
        #expect(scratch.names("disk") == ["file"])
    }

    @Test("nothing there is no error, and only regular files within the limit are read")
    func reads() throws {
        #expect(try AtomicFile.read(scratch("absent"), limit: 1) == nil)
        #expect(try AtomicFile.read(scratch("absent/file"), limit: 1) == nil)
        scratch.write("file", "abc")
        #expect(try AtomicFile.read(scratch("file"), limit: 3) == Array("abc".utf8))
        #expect(throws: StorageError.tooLarge(path: scratch("file"), limit: 2)) {
            try AtomicFile.read(scratch("file"), limit: 2)
        }
        symlink("file", scratch("link"))
        mkfifo(scratch("pipe"), 0o600)
        for name in ["link", "pipe", "."] {
            #expect(throws: StorageError.notAFile(path: scratch(name))) {
                try AtomicFile.read(scratch(name), limit: 3)
            }
        }
        #expect(try AtomicFile.read(scratch("link"), limit: 3, followingLinks: true) == Array("abc".utf8))
    }

    @Test("a file without a size is read to its end")
    func readsUnsized() throws {
        let status = try #require(try AtomicFile.read("/proc/self/status", limit: 65_536))
        #expect(String(decoding: status, as: UTF8.self).contains("nonvoluntary_ctxt_switches"))
    }
}
