// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityGenerators

/// Dependencies of generators.
struct DependenciesTests {
    private let scratch = Scratch()
    private let dependencies = Dependencies { _ in }

    private func set(_ names: [String], of generator: String = "menus", since: Int = .max - 1_000) -> Bool {
        dependencies.set(names.map { scratch($0) }, of: generator, since: since).contains(generator)
    }

    @Test func aChangeIsThatOfThoseWhoNamedIt() {
        Files.makeFolder(scratch("menus"))
        Files.makeFolder(scratch("others"))
        scratch.write("menus/a", "1")
        _ = set(["menus"])
        _ = set(["others", "file"], of: "others")
        #expect(dependencies.changed().isEmpty)
        scratch.write("menus/a", "2")
        #expect(dependencies.changed() == ["menus"])
        scratch.write("file", "1")
        #expect(dependencies.changed() == ["others"])
        scratch.write("menus/b")
        scratch.write("others/b")
        #expect(dependencies.changed() == ["menus", "others"])
        #expect(dependencies.remove("menus").isEmpty)
        scratch.write("menus/c")
        #expect(dependencies.changed().isEmpty)
    }

    @Test func whatIsMissingIsSeenToCome() {
        _ = set(["data/menus"])
        Files.makeFolder(scratch("data/menus"))
        #expect(dependencies.changed() == ["menus"])
        scratch.write("data/menus/a", "1")
        #expect(dependencies.changed() == ["menus"])
        scratch.write("data/menus/a", "2")
        #expect(dependencies.changed() == ["menus"])
    }

    /// A named folder is watched with its files, but not the targets of links.
    @Test func aFileInANamedFolderIsSeenToChangeEachTime() {
        Files.makeFolder(scratch("menus"))
        for name in ["menus/a", "elsewhere"] { scratch.write(name, "1") }
        symlink("../elsewhere", scratch("menus/link"))
        _ = set(["menus", "menus/a", "menus/link", "menus/missing"])
        _ = set(["menus/a"], of: "others")
        for number in 2...3 {
            scratch.write("menus/a", "\(number)")
            #expect(dependencies.changed() == ["menus", "others"])
            scratch.write("elsewhere", "\(number)")
            #expect(dependencies.changed() == ["menus"])
        }
        rename(scratch("elsewhere"), scratch("menus/missing"))
        #expect(dependencies.changed() == ["menus"])
        scratch.write("elsewhere", "new")
        #expect(dependencies.changed() == ["menus"])
    }

    /// The change happens between reading and watching.
    @Test func whatChangedWhileItRanIsTold() {
        Files.makeFolder(scratch("menus"))
        #expect(!set(["menus", "missing"]))
        let start = Clocks.real()
        scratch.write("menus/a", "1")
        #expect(set(["menus", "missing"], since: start))
    }

    /// Adding another generator's paths changes the watches.
    @Test func whatChangesAsAnothersPathsAreWatchedIsTold() {
        let paths = [scratch("data/menus")]
        #expect(dependencies.set(paths, of: "menus", since: .max - 1_000).isEmpty)
        Files.makeFolder(scratch("data/menus"))
        #expect(dependencies.set([scratch("others")], of: "others", since: .max - 1_000) == ["menus"])
        scratch.write("data/menus/a")
        #expect(dependencies.remove("others") == ["menus"])
    }

    @Test func foldersAreThoseOfFiles() {
        Files.makeFolder(scratch("menus"))
        scratch.write("menus/a")
        _ = set(["menus/a", "menus", "missing"])
        #expect(dependencies.folders(of: "menus") == [scratch("menus"), scratch("missing")])
    }

    @Test func linesThatAreNoPathsAreCounted() {
        let output = GeneratorOutput("/a\nb\n\n/c d\n/a\n./e\n")
        #expect(output.paths == ["/a", "/c d"] && output.invalidLines == 2)
    }
}
