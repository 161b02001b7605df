// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Bundles in their authors' working folders, to which a link in the person's folder leads.
struct LinkedBundleTests {
    private static let plugin = Plugin("org.example.sepia", "Sepia")
    private static let identifier = plugin.identifier

    // MARK: Linking

    @Test func itIsServedFromWhereItLiesAsItIsSaved() throws {
        try DaemonFixture.run { daemon in
            let bundle = try daemon.link(Self.plugin)
            #expect(try daemon.customTitles() == ["Sepia"])
            let found = try daemon.description(Self.identifier)
            #expect(found.path == bundle && found.link == daemon.linkPath(Self.plugin))
            #expect(try daemon.list("image/png").activities.last?.icon == bundle + "/icon.png")
            let watch = try Watch(daemon)
            Self.plugin.with(["title": "Brown"]).write(into: daemon.folder("author"))
            try watch.wait { try daemon.customTitles() == ["Brown"] }
            // By a rename, as most editors save.
            Files.write(
                bundle + "/.new", JSON.object(Self.plugin.with(["title": "Third"]).manifest).serialized)
            rename(bundle + "/.new", bundle + "/manifest.json")
            try watch.wait { try daemon.customTitles() == ["Third"] }
        }
    }

    @Test func whatIsWrongWithASaveIsSaidUntilItIsWhole() throws {
        try DaemonFixture.run { daemon in
            let bundle = try daemon.link(Self.plugin)
            let watch = try Watch(daemon)
            // Rejected once, it is rejected for each later fault at once.
            for (manifest, fault) in [("{", "is not JSON"), ("{ \"manifestVersion\": 2 }", "Write 1.")] {
                Files.write(bundle + "/manifest.json", manifest)
                try watch.wait {
                    try daemon.description(Self.identifier).diagnostics.contains {
                        $0.message.contains(fault)
                    }
                }
                let refused = try daemon.unperformed(Self.identifier, DaemonFixture.photo)
                #expect(refused.name == "NotApplicable" && refused.parameters["code"] == "rejected")
                let reason = refused.parameters["reason"]?.text ?? ""
                #expect(
                    reason.hasPrefix(Self.identifier + " has a fault") && reason.contains(fault), "\(reason)")
            }
            Self.plugin.write(into: daemon.folder("author"))
            try watch.wait { try daemon.description(Self.identifier).state == .active }
        }
    }

    @Test func whatIsLinkedAlreadyIsUnchanged() throws {
        try DaemonFixture.run { daemon in
            let bundle = try daemon.link(Self.plugin)
            let generation = try daemon.status().generation
            let again = try daemon.call("Registry.RegisterLink", ["folder": .string(bundle)])
            #expect(again["generation"]?.number == generation && again["changed"] == false)
            #expect(try daemon.status().generation == generation)
        }
    }

    @Test func aLinkThatIsOnlyTriedIsNotMade() throws {
        try DaemonFixture.run { daemon in
            let bundle = Self.plugin.write(into: daemon.folder("author"))
            let tried = try daemon.call(
                "Registry.RegisterLink", ["folder": .string(bundle), "check": true])
            #expect(tried["changed"] == true)
            #expect(try daemon.customTitles() == [] && !Files.exists(daemon.linkPath(Self.plugin)))
        }
    }

    @Test func anotherLinkTakesThePlaceOfTheFirst() throws {
        try DaemonFixture.run { daemon in
            try daemon.link(Self.plugin)
            let other = try daemon.link(Self.plugin.with(["title": "Brown"]), in: "other")
            #expect(try daemon.describe(Self.identifier).map(\.path) == [other])
            #expect(try daemon.customTitles() == ["Brown"])
            #expect(Files.names(in: daemon.registered) == [".lock", Self.plugin.folderName])
        }
    }

    @Test func unregisteringTakesTheLinkAndLeavesTheBundle() throws {
        try DaemonFixture.run { daemon in
            let bundle = try daemon.link(Self.plugin)
            try daemon.call("Registry.Unregister", ["identifier": .string(Self.identifier)])
            #expect(try daemon.describe().allSatisfy { $0.source == .system })
            #expect(Files.names(in: daemon.registered) == [".lock"])
            #expect(Files.names(in: bundle) == ["icon.png", "manifest.json"])
        }
    }

    // MARK: Refusals

    @Test func noLinkTakesThePlaceOfACopyNorACopyThatOfALink() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin)
            let bundle = Self.plugin.write(into: daemon.folder("author"))
            let first = try daemon.refusal("Registry.RegisterLink", ["folder": .string(bundle)])
            #expect(first.name == "io.activityd.Registry.NotPermitted")
            #expect(first.parameters["reason"]?.text?.contains("is a copy of the bundle") == true)
            try daemon.call("Registry.Unregister", ["identifier": .string(Self.identifier)])
            try daemon.call("Registry.RegisterLink", ["folder": .string(bundle)])
            let second = try daemon.refusal("Registry.Register", ["files": Self.plugin.uploads])
            #expect(second.name == "io.activityd.Registry.NotPermitted")
            #expect(
                second.parameters["reason"]?.text?.contains("\"activityctl unregister \(Self.identifier)\"")
                    == true)
            #expect(try daemon.description(Self.identifier).link != nil)
        }
    }

    @Test(arguments: [
        ("author/missing", "bundle-path", "/author/missing, which is not there"),
        ("author/loop", "bundle-path", "from link to link without an end"),
        ("author/file", "bundle-path", "/author/file, which is not a folder"),
        ("author/file/beneath", "bundle-path", "/author/file, which is not a folder"),
        ("open/org.example.sepia.activity", "bundle-owner", "/open can be written by everybody"),
        ("author/empty", "manifest-missing", "There is no manifest.json"),
    ])
    func whatIsNoBundleToBeBelievedIsRefused(path: String, rule: String, sentence: String) throws {
        try DaemonFixture.run { daemon in
            daemon.folder.folder("author/empty")
            daemon.folder.write("author/file")
            symlink("other", daemon.folder("author/loop"))
            symlink("loop", daemon.folder("author/other"))
            Self.plugin.write(into: daemon.folder("open"))
            chmod(daemon.folder("open"), 0o777)
            let error = try daemon.refusal(
                "Registry.RegisterLink", ["folder": .string(daemon.folder(path))])
            #expect(error.name == "io.activityd.Registry.Rejected")
            let found: [Diagnostic] = try error.parameters.read("diagnostics")
            #expect(found.first?.rule.rawValue == rule)
            #expect(found.first?.message.contains(sentence) == true, "\(found)")
            #expect(try daemon.customTitles() == [])
        }
    }

    @Test func aSystemActivitysIdentifierIsRefused() throws {
        try DaemonFixture.run { daemon in
            let bundle = Plugin("io.test.copy", "Imitation").write(into: daemon.folder("author"))
            let error = try daemon.refusal("Registry.RegisterLink", ["folder": .string(bundle)])
            #expect(error.name == "io.activityd.Registry.Rejected")
            #expect(try daemon.status().rejected == 0)
        }
    }

    @Test func aRelativePathIsNone() throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal("Registry.RegisterLink", ["folder": "author"])
            #expect(error.name == "org.varlink.service.InvalidParameter")
        }
    }

    // MARK: Targets that change

    @Test func aBundleThatGoesIsRejectedAndServedAgainWhenItIsBack() throws {
        try DaemonFixture.run { daemon in
            let bundle = try daemon.link(Self.plugin)
            let watch = try Watch(daemon)
            rename(bundle, bundle + "-away")
            try watch.wait { try daemon.status().rejected == 1 }
            let gone = try daemon.description(Self.identifier)
            #expect(gone.path == bundle && gone.diagnostics.map(\.rule) == [.bundlePath])
            rename(bundle + "-away", bundle)
            try watch.wait { try daemon.customTitles() == ["Sepia"] }
            // With the folders on the way to it.
            rename(daemon.folder("author"), daemon.folder("away"))
            try watch.wait { try daemon.customTitles() == [] }
            Self.plugin.with(["title": "Brown"]).write(into: daemon.folder("author"))
            try watch.wait { try daemon.customTitles() == ["Brown"] }
            // It is watched where it is now.
            Self.plugin.with(["title": "Third"]).write(into: daemon.folder("author"))
            try watch.wait { try daemon.customTitles() == ["Third"] }
        }
    }

    @Test func aFolderThatIsOpenedToOthersIsBelievedNoMore() throws {
        try DaemonFixture.run { daemon in
            try daemon.link(Self.plugin)
            chmod(daemon.folder("author"), 0o777)
            try daemon.call("io.systemd.service.Reload")
            let opened = try daemon.description(Self.identifier)
            #expect(opened.state == .rejected && opened.diagnostics.map(\.rule) == [.bundleOwner])
            chmod(daemon.folder("author"), 0o755)
            try daemon.call("io.systemd.service.Reload")
            #expect(try daemon.customTitles() == ["Sepia"])
        }
    }

    @Test func whatAPersonLinksByHandIsFollowed() throws {
        try DaemonFixture.run { daemon in
            Self.plugin.write(into: daemon.folder("author"))
            Files.makeFolder(daemon.configured)
            let watch = try Watch(daemon)
            // A relative link to a link.
            symlink("author/" + Self.plugin.folderName, daemon.folder("sepia"))
            let link = daemon.configured + "/" + Self.plugin.folderName
            symlink("../../sepia", link)
            try watch.wait { try daemon.customTitles() == ["Sepia"] }
            #expect(try daemon.description(Self.identifier).link == link)
            // The link on the way leads elsewhere.
            Self.plugin.with(["title": "Brown"]).write(into: daemon.folder("other"))
            unlink(daemon.folder("sepia"))
            try watch.wait { try daemon.customTitles() == [] }
            symlink("other/" + Self.plugin.folderName, daemon.folder("sepia"))
            try watch.wait { try daemon.customTitles() == ["Brown"] }
            // Unregister removes only registered bundles, and this one was not registered.
            let refused = try daemon.refusal("Registry.Unregister", ["identifier": .string(Self.identifier)])
            #expect(refused.parameters["reason"]?.text?.contains(link) == true)
        }
    }

    /// Two links to one folder: only one of them bears its identifier.
    @Test func eachLinkIsJudgedByItsOwnName() throws {
        try DaemonFixture.run { daemon in
            let bundle = try daemon.link(Self.plugin)
            let watch = try Watch(daemon)
            symlink(bundle, daemon.registered + "/org.example.brown.activity")
            try watch.wait { try daemon.status().rejected == 1 }
            #expect(try daemon.customTitles() == ["Sepia"])
            let other = try daemon.description("org.example.brown")
            #expect(other.diagnostics.first?.rule == .identifierFolder)
        }
    }
}
