// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityPerforming

/// Paths shown to a narrowed activity in the folders that are empty inside.
struct HiddenFoldersTests {
    private static let runtime = "/run/user/1000"
    private static let stores = "/home/ada/.cache/activityd/performs"

    private static let hidden = HiddenFolders(
        covered: ["/tmp", "/run", "/dev", runtime, stores], private: [stores, runtime + "/activityd"])

    private static func mount(_ path: String, _ real: String? = nil) -> SandboxMount {
        SandboxMount(path: Array(path.utf8), real: Array((real ?? path).utf8))
    }

    /// The paths shown; nil if the request is refused.
    private static func shown(_ paths: [String]) -> [String]? {
        let shown = try? hidden.shown(for: paths.map { mount($0) })
        return shown?.map { String(decoding: $0.path, as: UTF8.self) }
    }

    private static func files(_ folder: String, _ count: Int) -> [String] {
        (0..<count).map { "\(folder)/\($0 + 100)" }
    }

    private static func folders(_ folder: String, _ count: Int) -> [String] {
        files(folder, count).map { $0 + "/file" }
    }

    @Test func fewAreShownByThemselves() {
        #expect(Self.shown(Self.files("/tmp/a", 64)) == Self.files("/tmp/a", 64))
    }

    /// A link's target is still shown at its own path when its neighbours are shown by their folder, which
    /// contains the link too.
    @Test func linksAreNotShownByTheFolderThatTheyLieIn() throws {
        let files = Self.files("/tmp/a", 65).map { Self.mount($0) }
        let links = [Self.mount("/tmp/b/link", "/home/ada/x"), Self.mount("/tmp/a/link", "/tmp/c/x")]
        let shown = try Self.hidden.shown(for: files + links)
        #expect(shown == [Self.mount("/tmp/a"), links[0], Self.mount("/tmp/c/x")])
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let paths: [String]
        let shown: [String]
    }

    /// The document portal puts each file into its own folder.
    private static let folded = [
        Case(
            testDescription: "many in one folder", paths: files("/tmp/a", 300) + ["/tmp/one"],
            shown: ["/tmp/a", "/tmp/one"]),
        Case(
            testDescription: "the fullest folder only",
            paths: files("/tmp/a", 60) + ["/tmp/b/1", "/tmp/b/2"]
                + ["/tmp/c/1", "/tmp/d/1", "/tmp/one"],
            shown: ["/tmp/a", "/tmp/b/1", "/tmp/b/2", "/tmp/c/1", "/tmp/d/1", "/tmp/one"]),
        Case(
            testDescription: "the document portal and a file beside it",
            paths: folders(runtime + "/doc", 64) + [runtime + "/one"],
            shown: [runtime + "/doc", runtime + "/one"]),
        Case(
            testDescription: "a folder and what lies in it", paths: ["/tmp/a"] + files("/tmp/a", 64),
            shown: ["/tmp/a"]),
    ]

    @Test(arguments: folded)
    func manyAreShownByTheFoldersThatTheyLieIn(_ one: Case) {
        #expect(Self.shown(one.paths) == one.shown)
    }

    /// Files whose folder also contains files that were not chosen.
    @Test(arguments: [
        "/tmp", "/run", "/run/user", runtime, "/dev", runtime + "/activityd",
        runtime + "/activityd/performs/0123",
        stores, stores + "/0123", stores + "/0123/files/0",
    ])
    func whatWouldShowMoreIsRefused(_ folder: String) throws {
        let paths = Self.files(folder, 65)
        let refusal = #expect(throws: PerformRefusal.self) {
            try Self.hidden.shown(for: paths.map { Self.mount($0) })
        }
        #expect(
            "\(refusal as Any)".contains("notPerformable") && "\(refusal as Any)".contains("Choose fewer"))
        #expect(Self.shown(Array(paths.dropLast())) == paths.dropLast().sorted())
    }

    /// A folder that is empty inside is within another one: as in tests, or if $TMPDIR is in the home folder.
    @Test func aFolderThatHoldsAnEmptyOneIsNotShown() {
        let hidden = HiddenFolders(covered: ["/tmp", "/tmp/x/run"], private: [])
        let paths = Self.files("/tmp/x", 65).map { Self.mount($0) }
        #expect(throws: PerformRefusal.self) { try hidden.shown(for: paths) }
    }

    /// As /dev/shm in /dev.
    @Test(arguments: [
        ("/dev", false), ("/dev/null", false), ("/dev/shm", false), ("/dev/shm/photo", true),
        ("/dev/shm/a/photo", true), ("/dev/shmx", false), ("/", false),
    ])
    func whatLiesInAFolderThatIsEmptyIsShownThoughThatLiesInAPrivateOne(_ path: String, _ isShown: Bool) {
        let hidden = HiddenFolders(covered: ["/dev", "/dev/shm"], private: ["/dev"])
        #expect(hidden.mayShow(Array(path.utf8)) == isShown)
    }

    // MARK: Where a path leads

    /// A folder with a covered folder, a private folder in that, and a folder that is visible anyway.
    private func resolving(_ body: (String, (String) throws -> SandboxMount?) throws -> Void) throws {
        let scratch = Scratch()
        let folder = RealPath.of(scratch.path)
        for name in ["tmp/file", "tmp/a/file", "run/file", "run/private/file", "home/file"] {
            scratch.write(name)
        }
        mkfifo(folder + "/tmp/pipe", 0o600)
        for (link, target) in [
            ("tmp/to-a", "a"), ("tmp/to-home", folder + "/home"), ("tmp/to-run", "../run"),
            ("tmp/to-all", ".."),
            ("tmp/to-private", folder + "/run/private"), ("tmp/to-root", "/"), ("tmp/to-pipe", "pipe"),
            ("tmp/to-nowhere", "nowhere"), ("home/to-run", folder + "/run"),
        ] { symlink(target, "\(folder)/\(link)") }
        let hidden = HiddenFolders(
            covered: [folder + "/tmp", folder + "/run"], private: [folder + "/run/private"])
        try body(folder) { path in try hidden.resolve(Array((folder + path).utf8), { _ in }) }
    }

    @Test(arguments: [
        ("/tmp/file", "/tmp/file", "/tmp/file"), ("/run/file", "/run/file", "/run/file"),
        ("/tmp//a/./file", "/tmp/a/file", "/tmp/a/file"), ("/tmp/a/", "/tmp/a", "/tmp/a"),
        ("/tmp/to-a", "/tmp/to-a", "/tmp/a"), ("/tmp/to-a/file", "/tmp/to-a/file", "/tmp/a/file"),
        ("/tmp/to-home", "/tmp/to-home", "/home"), ("/tmp/to-run/file", "/tmp/to-run/file", "/run/file"),
    ])
    func whereAPathLeadsIsShownByThatPath(_ asked: String, _ path: String, _ real: String) throws {
        try resolving { folder, resolve in
            let mount = try resolve(asked)
            #expect(mount == Self.mount(folder + path, folder + real))
        }
    }

    /// Paths that are visible anyway, do not exist, or stay hidden.
    @Test(arguments: ["/home/file", "/tmpfile", "/tmp/none", "/tmp/to-nowhere", "/home/to-run", ""])
    func whatIsNotToBeShownIsNot(_ path: String) throws {
        try resolving { _, resolve in
            let mount = try resolve(path)
            #expect(mount == nil)
        }
    }

    @Test(arguments: [
        "/tmp", "/run", "/tmp/", "/tmp/.", "/run/private", "/run/private/file", "/tmp/to-run", "/tmp/to-all",
        "/tmp/to-private", "/tmp/to-private/file", "/tmp/to-root", "/tmp/../run", "/tmp/../home",
        "/tmp/a/../file",
        "/tmp/pipe", "/tmp/to-pipe", "/tmp/to-run/private",
    ])
    func whatBelongsToOthersIsRefused(_ path: String) throws {
        try resolving { folder, resolve in
            let refusal = #expect(throws: PerformRefusal.self) { try resolve(path) }
            #expect("\(refusal as Any)".contains(folder + path + " "))
        }
    }

    @Test func aWayBackThatStaysAtHomeIsThereAnyway() throws {
        let scratch = Scratch()
        let home = RealPath.of(scratch.folder("home"))
        scratch.write("home/a/file")
        scratch.write("home/file")
        let hidden = HiddenFolders(covered: [RealPath.of(scratch.path) + "/tmp"], private: [], home: home)
        let mount = try hidden.resolve(Array((home + "/a/../file").utf8)) { _ in }
        #expect(mount == nil)
    }

    /// A home folder elsewhere, with links into folders that are empty inside, and back.
    @Test func whatALinkAtHomeLeadsToIsShownInItsPlace() throws {
        let scratch = Scratch()
        for folder in ["home/Pictures", "tmp/dl", "tmp/private"] { scratch.folder(folder) }
        for file in ["home/Pictures/a", "tmp/dl/b", "tmp/private/c"] { scratch.write(file) }
        let real = try #require(RealPath.of(Array(scratch.path.utf8)))
        let root = String(decoding: real, as: UTF8.self)
        symlink(root + "/tmp/dl", scratch("home/Downloads"))
        symlink(root + "/tmp/private", scratch("home/secret"))
        symlink(root + "/home/Pictures", scratch("tmp/dl/back"))
        let hidden = HiddenFolders(
            covered: [root + "/tmp"], private: [root + "/tmp/private"], home: root + "/home")
        func resolved(_ path: String) throws -> SandboxMount? {
            try hidden.resolve(Array((root + path).utf8)) { _ in }
        }
        #expect(try resolved("/home/Downloads/b") == Self.mount(root + "/tmp/dl/b"))
        #expect(try resolved("/home/Downloads/back/a") == nil)
        #expect(try resolved("/home/Pictures/a") == nil)
        #expect(throws: PerformRefusal.self) { try resolved("/home/secret/c") }
    }
}
