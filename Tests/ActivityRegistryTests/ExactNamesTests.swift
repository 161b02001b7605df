// SPDX-License-Identifier: Apache-2.0

@testable import ActivityRegistry
import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON
import TestSupport
import Testing

@Suite("Names on the disk are bytes")
struct ExactNamesTests {
    private static let twins = [("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{AC00}", "\u{1100}\u{1161}")]

    @Test func `A mask hides the name that it bears`() {
        let shelf = Shelf()
        shelf.put("org.example.Kite")
        shelf.mask("org.example.\u{212A}ite", in: Shelf.admin)
        #expect(shelf.settled().serving == ["org.example.Kite"])
        shelf.mask("org.example.Kite", in: Shelf.admin)
        #expect(shelf.settled().serving == [])
    }

    @Test func `A system activity is masked by its own name`() {
        let shelf = Shelf()
        shelf.putSystem("io.activityd.Kite", "Kite")
        shelf.mask("io.activityd.\u{212A}ite", in: Shelf.admin)
        #expect(shelf.settled().serving == ["io.activityd.Kite"])
    }

    @Test func `A folder shadows the name that it bears`() {
        let shelf = Shelf()
        shelf.put("org.example.Kite")
        shelf.put("org.example.Kite", in: Shelf.boot)
        rename(
            shelf.scratch(Shelf.boot + "/org.example.Kite.activity"),
            shelf.scratch(Shelf.boot + "/org.example.\u{212A}ite.activity"))
        let load = shelf.settled()
        #expect(load.serving == ["org.example.Kite"])
        #expect(load.standings("org.example.Kite") == [.present])
        #expect(load.rules(#"org.example.\xe2\x84\xaaite"#) == [.bundlePath])
    }

    @Test func `A folder whose name is not UTF-8 is named as it is`() {
        let shelf = Shelf()
        shelf.scratch.folder(Shelf.vendor)
        #expect(
            mkdir(
                (shelf.scratch(Shelf.vendor) + "/org.example.b").utf8CString.dropLast()
                    + [CChar(bitPattern: 0xFF)] + ".activity".utf8CString, 0o755) == 0)
        let load = shelf.settled()
        #expect(load.bundles.map(\.identifier) == [#"org.example.b\xff"#])
        #expect(
            load.bundles.first?.diagnostics.map(\.message)
                == ["Its name is not UTF-8. Rename it to the activity's identifier."])
        #expect(load.bundles.first?.path == shelf.scratch(Shelf.vendor) + #"/org.example.b\xff.activity"#)
    }

    @Test func `A name that no reply could hold is written out`() {
        let shelf = Shelf()
        let name = "e" + String(repeating: "\u{301}", count: 31)
        shelf.scratch.write("\(Shelf.vendor)/\(name).activity/manifest.json", "{")
        let load = shelf.settled()
        #expect(load.bundles.map(\.identifier) == ["e" + String(repeating: #"\xcc\x81"#, count: 31)])
    }

    @Test(arguments: twins)
    func `Two files of a bundle are two`(one: String, other: String) throws {
        let files = [one, other].map { BundleFile(path: "data/\($0)/\($0)", bytes: []) }
        try BundleFile.checkPaths(of: files)
        #expect(throws: StorageError.self) { try BundleFile.checkPaths(of: files + files.prefix(1)) }
        let contents = BundleFiles(Array(files.prefix(1)))
        guard case .missing = contents.read("data/\(other)/\(other)", limit: 1) else {
            return #expect(Bool(false))
        }
    }

    @Test(arguments: twins)
    func `They are stored as two`(one: String, other: String) throws {
        let scratch = Scratch()
        let files = [one, other].map { BundleFile(path: "\($0)/file", bytes: Array($0.utf8)) }
        try BundleStore(folder: scratch.path).install(files, identifier: "org.example.a")
        for file in files {
            let path = scratch("org.example.a.activity/" + file.path)
            #expect(try AtomicFile.read(path, limit: 100) == file.bytes)
        }
    }

    @Test(arguments: twins)
    func `Two folders of the search path are two`(one: String, other: String) {
        let folders = [one, other, one].map { SearchPath.Folder("/" + $0) }
        let path = SearchPath(
            scope: .user, folders: folders, systemFolder: "/s", registrationFolder: "/r", cacheFolder: "/c",
            stateFolders: [])
        #expect(path.folders.map { Array($0.path.utf8) } == [one, other].map { Array(("/" + $0).utf8) })
    }

    @Test func `Two programs are two`() {
        let scratch = Scratch()
        scratch.write("\u{E9}")
        chmod(scratch("\u{E9}"), 0o755)
        var programs = ProgramPath(scratch.path)
        #expect(programs.hasAny(["\u{E9}"]) && !programs.hasAny(["e\u{301}"]))
    }

    /// "/" and a combining mark form one Character.
    @Test func `A path is cut at its slashes, whatever follows them`() {
        #expect(Folder.split("/a/\u{301}b").folder.isExactly("/a"))
        #expect(Folder.split("/a/\u{301}b").name.isExactly("\u{301}b"))
        #expect(Folder.split("a//").name == "a" && Folder.split("/a").folder == "/")
        #expect(BundlePath.isPath("bin/\u{301}run") && BundlePath.isAbsolute("/\u{301}"))
    }

    @Test func `A folder on the way to a program counts though a mark follows its slash`() {
        let scratch = Scratch()
        let name = "org.example.a.activity"
        let exec: JSON = ["exec": ["bin/\u{301}run", "%F"]]
        scratch.write(name + "/manifest.json", Fixtures.manifest("org.example.a", ["perform": exec]))
        scratch.write(name + "/icon.png", Fixtures.icon)
        scratch.write(name + "/bin/run")
        rename(scratch(name + "/bin/run"), scratch(name + "/bin/\u{301}run"))
        chmod(scratch(name + "/bin/\u{301}run"), 0o755)
        chmod(scratch(name + "/bin"), 0o777)
        let validator = BundleValidator(
            neighbours: Neighbours(), trust: Trust(owners: [getuid()], groups: []))
        #expect(validator.candidate(folder: scratch(name)).diagnostics.map(\.rule) == [.bundleOwner])
    }
}
