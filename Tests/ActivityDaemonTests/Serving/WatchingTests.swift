// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CLinux
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Changes on the disk are noticed without a request.
struct WatchingTests {
    private static let plugin = Plugin("org.example.sepia", "Sepia")

    private static func titles(_ daemon: DaemonFixture) throws -> [String] {
        try daemon.list("image/png").activities.filter { $0.source == .custom }.map(\.title)
    }

    @Test func aBundleAppearsIsChangedAndDisappears() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            Self.plugin.write(into: daemon.configured)
            try watch.wait { try Self.titles(daemon) == ["Sepia"] }
            let folder = Self.plugin.with(["title": "Brown"]).write(into: daemon.configured)
            try watch.wait { try Self.titles(daemon) == ["Brown"] }
            // By a rename, as editors and package managers do it.
            Files.write(
                folder + "/.new", JSON.object(Self.plugin.with(["title": "Third"]).manifest).serialized)
            rename(folder + "/.new", folder + "/manifest.json")
            try watch.wait { try Self.titles(daemon) == ["Third"] }
            Files.erase(folder)
            try watch.wait { try Self.titles(daemon) == [] }
        }
    }

    @Test func aSystemActivityAppears() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            daemon.installSystem(Plugin("io.test.first", "First", position: 1))
            try watch.wait { try daemon.identifiers().first == "io.test.first" }
        }
    }

    @Test func theIconIsWatchedToo() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            let folder = Self.plugin.write(into: daemon.configured)
            try watch.wait { try Self.titles(daemon) == ["Sepia"] }
            let old = try daemon.list("image/png").activities.last?.iconDigest
            Files.write(
                folder + "/icon.png", Files.read(Checkout.activities + "/io.activityd.copy.activity/icon.png")
            )
            try watch.wait { try daemon.list("image/png").activities.last?.iconDigest != old }
            #expect(try Self.titles(daemon) == ["Sepia"])
        }
    }

    @Test func foldersThatWereNotThereAppear() throws {
        try DaemonFixture.run(prepare: { daemon in
            daemon.environment["XDG_CONFIG_HOME"] = daemon.folder("deep/down/config")
            daemon.environment["XDG_DATA_HOME"] = daemon.folder("another/data")
        }) { daemon in
            let watch = try Watch(daemon)
            Self.plugin.write(into: daemon.folder("deep/down/config/activities"))
            try watch.wait { try Self.titles(daemon) == ["Sepia"] }
            Files.erase(daemon.folder("deep"))
            try watch.wait { try Self.titles(daemon) == [] }
            Self.plugin.write(into: daemon.folder("deep/down/config/activities"))
            Plugin("org.example.other", "Other").write(into: daemon.folder("another/data/activities"))
            try watch.wait { try Self.titles(daemon) == ["Other", "Sepia"] }
        }
    }

    @Test func aFolderThatIsReplacedIsWatchedOn() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            daemon.install(Self.plugin)
            try watch.wait { try Self.titles(daemon) == ["Sepia"] }
            rename(daemon.configured, daemon.configured + "-old")
            Plugin("org.example.other", "Other").write(into: daemon.configured + "-new")
            rename(daemon.configured + "-new", daemon.configured)
            try watch.wait { try Self.titles(daemon) == ["Other"] }
            Plugin("org.example.third", "Third").write(into: daemon.configured)
            try watch.wait { try Self.titles(daemon) == ["Other", "Third"] }
        }
    }

    /// The custom bundles that a look finds within the second in which they were written: they may still be
    /// being copied. On a slow machine they are written again.
    private static func look(
        at daemon: DaemonFixture, after write: () -> Void
    ) throws -> [Registry.Description] {
        for _ in 0..<100 {
            let begin = ContinuousClock.now
            write()
            try daemon.call("io.systemd.service.Reload")
            let found = try daemon.describe().filter { $0.source == .custom }
            if ContinuousClock.now - begin < .seconds(1) { return found }
        }
        Issue.record("no look was over within a second")
        return []
    }

    @Test func aHalfWrittenBundleIsHeldBackAndThenServed() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            let half = Array(JSON.object(Self.plugin.manifest).serialized.prefix(50))
            let held = try Self.look(at: daemon) {
                Self.plugin.with(file: "manifest.json", half).write(into: daemon.configured)
            }
            #expect(held == [])
            // Who asks for it by name learns what it lacks.
            let found = try daemon.description(Self.plugin.identifier)
            #expect(found.state == .rejected && !found.diagnostics.isEmpty)
            Self.plugin.write(into: daemon.configured)
            try watch.wait { try Self.titles(daemon) == ["Sepia"] }
        }
    }

    @Test func theLastGoodVersionServesWhileItsSuccessorIsWritten() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            let folder = Self.plugin.write(into: daemon.configured)
            try watch.wait { try Self.titles(daemon) == ["Sepia"] }
            let kept = try Self.look(at: daemon) { Files.write(folder + "/manifest.json", "{") }
            #expect(kept.map(\.title) == ["Sepia"])
            #expect(kept.map(\.state) == [.active])
            // And what stays half is rejected in the end.
            try watch.wait { try daemon.status().rejected == 1 }
            Self.plugin.with(["title": "Brown"]).write(into: daemon.configured)
            try watch.wait { try Self.titles(daemon) == ["Brown"] }
        }
    }

    @Test func electionsAreReadAnewWhenTheirFileIsReplaced() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            let path = daemon.folder("state/activityd/elections.json")
            Files.write(path + ".new", #"{"elections": {"io.test.copy": {"election": "ignore"}}}"#)
            rename(path + ".new", path)
            try watch.wait { try !daemon.identifiers().contains("io.test.copy") }
            #expect(try daemon.description("io.test.copy").decidedBy == .person)
            Files.write(path + ".new", #"{"elections": {}}"#)
            rename(path + ".new", path)
            try watch.wait { try daemon.identifiers().contains("io.test.copy") }
            unlink(path)
            try daemon.elect("io.test.copy", "ignore")
            #expect(try !daemon.identifiers().contains("io.test.copy"))
        }
    }

    @Test func anElectionOfNoBundleIsToldOnceAndHoldsWhenItComes() throws {
        try DaemonFixture.run(prepare: { daemon in
            let elections =
                #"{"elections": {"org.example.sepia": {"election": "ignore"}, "#
                + #""io.test.copy": {"election": "use"}}}"#
            Files.write(daemon.folder("state/activityd/elections.json"), elections)
        }) { daemon in
            let sentence =
                daemon.folder("state/activityd/elections.json")
                + ": The election of org.example.sepia decides nothing"
            let problems = try #require(try daemon.status().problems)
            #expect(problems.count == 1 && problems.first?.hasPrefix(sentence) == true, "\(problems)")
            try daemon.elect("io.test.copy", "ignore")
            #expect(daemon.log.ranges(of: sentence).count == 1)
            try daemon.register(Self.plugin)
            #expect(try daemon.status().problems == nil)
            #expect(try Self.titles(daemon) == [])
        }
    }

    @Test func aMaskHidesAndIsTakenBack() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin)
            let watch = try Watch(daemon)
            Files.makeFolder(daemon.configured)
            let mask = daemon.configured + "/org.example.sepia.activity"
            symlink("/dev/null", mask)
            try watch.wait { try Self.titles(daemon) == [] }
            #expect(try daemon.describe("org.example.sepia").map(\.state) == [.masked])
            unlink(mask)
            try watch.wait { try Self.titles(daemon) == ["Sepia"] }
        }
    }

    @Test func aPersonsMaskDoesNotHideASystemActivity() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            Files.makeFolder(daemon.configured)
            symlink("/dev/null", daemon.configured + "/io.test.copy.activity")
            try watch.wait { try daemon.status().rejected == 1 }
            #expect(try daemon.identifiers().contains("io.test.copy"))
            let states = try daemon.describe("io.test.copy")
            #expect(states.map(\.state) == [.active, .rejected])
            #expect(states.last?.diagnostics.map(\.rule) == [.identifierReserved])
        }
    }

    @Test func aProgramThatAppearsMakesAnActivityAvailable() throws {
        try DaemonFixture.run { daemon in
            let needs: JSON = ["programs": ["zip", ["wl-copy", "xclip"]]]
            try daemon.register(Self.plugin.with(["requires": needs]))
            #expect(try daemon.description("org.example.sepia").state == .unavailable)
            let watch = try Watch(daemon)
            daemon.addProgram("zip")
            daemon.addProgram("xclip")
            try watch.wait { try daemon.description("org.example.sepia").state == .active }
            #expect(try Self.titles(daemon) == ["Sepia"])
            unlink(daemon.folder("programs/zip"))
            try watch.wait { try Self.titles(daemon) == [] }
        }
    }

    @Test func aProgramThatOpensLinksMakesAnActivityAvailable() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin.with(["requires": ["schemes": ["activity-test"]]]))
            #expect(try daemon.description("org.example.sepia").state == .unavailable)
            let verdicts = try daemon.explain([
                "content": DaemonFixture.photo, "identifier": "org.example.sepia",
            ])
            #expect(verdicts.map(\.code) == [.programMissing])
            #expect(verdicts[0].message.contains("a program that opens activity-test links"))
            let watch = try Watch(daemon)
            daemon.addHandler(of: "activity-test")
            try watch.wait { try daemon.description("org.example.sepia").state == .active }
            Files.write(daemon.folder("data/applications/mimeinfo.cache"), "[MIME Cache]\n")
            try watch.wait { try daemon.description("org.example.sepia").state == .unavailable }
        }
    }

    @Test func anUnrelatedChangeRaisesNoGeneration() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin.with(["requires": ["programs": ["zip"]]]))
            symlink("/dev/null", daemon.registered + "/org.example.masked.activity")
            try daemon.call("io.systemd.service.Reload")
            let generation = try daemon.status().generation
            daemon.addProgram("unrelated")
            Files.write(daemon.registered + "/README", "nothing")
            // A change that is refused ends in a look, too.
            let masked = Plugin("org.example.masked", "Masked")
            _ = try daemon.refusal("Registry.Register", ["files": masked.uploads])
            #expect(try daemon.status().generation == generation)
            let watch = try Watch(daemon)
            daemon.addProgram("zip")
            try watch.next()
            #expect(watch.generation == generation + 1)
            #expect(try daemon.description("org.example.sepia").state == .active)
        }
    }

    @Test func theMIMEDatabaseIsReadAnew() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.test", "Test", types: ["application/x-test-parent"]))
            #expect(try !daemon.identifiers("application/x-test").contains("org.example.test"))
            let watch = try Watch(daemon)
            let path = daemon.folder("data/mime/subclasses")
            Files.write(path, "application/x-test application/x-test-parent\n")
            try watch.wait { try daemon.identifiers("application/x-test").contains("org.example.test") }
        }
    }

    @Test func theFirstBundleOfANameWinsWhateverBecomesOfIt() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin)
            let watch = try Watch(daemon)
            Self.plugin.with(["category": "neither"]).write(into: daemon.configured)
            try watch.wait { try daemon.status().rejected == 1 }
            #expect(try Self.titles(daemon) == [])
            #expect(try daemon.describe("org.example.sepia").map(\.state) == [.rejected, .shadowed])
            Files.erase(daemon.configured + "/org.example.sepia.activity")
            try watch.wait { try Self.titles(daemon) == ["Sepia"] }
        }
    }

    @Test func aSystemIdentifierShadowsNothing() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            daemon.install(Plugin("io.test.copy", "Imitation"))
            try watch.wait { try daemon.status().rejected == 1 }
            #expect(try daemon.describe("io.test.copy").map(\.state) == [.active, .rejected])
            #expect(try daemon.describe("io.test.copy").map(\.source) == [.system, .custom])
            #expect(try daemon.identifiers().count == 4)
        }
    }
}
