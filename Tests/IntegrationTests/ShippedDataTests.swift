// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// Shipped data follows the rules that it is shipped with.
struct ShippedDataTests {
    /// Beside the shipped activities, with every program that they require.
    private static func run(
        also prepare: (DaemonFixture) throws -> Void = { _ in }, _ body: (DaemonFixture) throws -> Void
    ) throws {
        try DaemonFixture.run(
            prepare: { daemon in
                daemon.systemBundles = Checkout.activities
                daemon.environment["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
                daemon.environment["CUPS_SERVER"] = "localhost"
                for name in Files.names(in: Checkout.activities) where name.hasSuffix(".activity") {
                    let manifest = try JSON(
                        parsing: Files.read(Checkout.activities + "/" + name + "/manifest.json"))
                    for group in manifest["requires"]?["programs"]?.elements ?? [] {
                        daemon.addProgram(group.text ?? group.elements.first?.text ?? "")
                    }
                    for group in manifest["requires"]?["services"]?.elements ?? [] {
                        let service = group.text ?? group.elements.first?.text ?? ""
                        Files.write(daemon.folder("data/dbus-1/services/\(service).service"), "")
                    }
                    for group in manifest["requires"]?["schemes"]?.elements ?? [] {
                        daemon.addHandler(of: group.text ?? group.elements.first?.text ?? "")
                    }
                }
                try prepare(daemon)
            }, body)
    }

    @Test func everySystemActivityLoadsWithoutAnyDiagnostic() throws {
        try Self.run { daemon in
            let bundles = try daemon.describe()
            #expect(bundles.count >= 12)
            for bundle in bundles {
                #expect(bundle.diagnostics.isEmpty, "\(bundle.identifier): \(bundle.diagnostics)")
                let lacksAdapter =
                    bundle.identifier == "io.activityd.bluetooth"
                    && Files.names(in: "/sys/class/bluetooth").isEmpty
                #expect(bundle.state == (lacksAdapter ? .unavailable : .active) && bundle.source == .system)
            }
            let positions = bundles.compactMap(\.position)
            // All but the inspector, which is in no list.
            #expect(Set(positions).count == bundles.count - 1)
        }
    }

    @Test func theirTitlesAreInNineLanguages() throws {
        try Self.run { daemon in
            for bundle in try daemon.describe() where bundle.position != nil {
                let languages = Set(bundle.titles?.keys.map { $0 } ?? [])
                #expect(
                    languages.isSuperset(of: ["de", "fr", "es", "pt-BR", "ru", "zh-CN", "ja", "ar", "he"]))
            }
        }
    }

    @Test func thePageNamesWhatALockOfTheNetworkLeaves() throws {
        let manifests = Files.names(in: Checkout.activities).filter { $0.hasSuffix(".activity") }.map {
            name in
            ManifestDecoder(isSystem: true, folder: name)
                .decode(Files.read(Checkout.activities + "/" + name + "/manifest.json")).manifest
        }
        let left = manifests.filter { $0.isActivity && !$0.performOptions.network }
            .sorted { $0.position ?? 0 < $1.position ?? 0 }.map(\.title)
        let page = Files.text(Checkout.path + "/docs/administration.md")
        let list = left.dropLast().joined(separator: ", ") + " and " + (left.last ?? "")
        #expect(page.contains("Of the system's activities it leaves \(list)."), "\(list)")
    }

    @Test func theShippedVerdictsAreThoseOfTheJudge() throws {
        try Self.run { daemon in
            // The judge was not asked: there is no process, and nothing to file.
            let pid = try #require(daemon.process).pid
            _ = try daemon.describe()
            #expect(Files.text("/proc/\(pid)/task/\(pid)/children") == "")
            // What is new is filed at the end, whatever was filed before.
            daemon.stop()
            #expect(!Files.exists(daemon.folder("cache/activityd/verdicts.json")))
        }
    }

    @Test(arguments: ["en_US.UTF-8", "de", "fr", "es", "pt-BR", "ru", "zh-CN", "ja", "ar", "he"])
    func noTitleIsCut(_ locale: String) throws {
        try Self.run { daemon in
            for type in ["image/png", "text/plain", "x-scheme-handler/https"] {
                let list = try daemon.list([
                    "content": [["type": .string(type)]], "locale": .string(locale), "titleWidth": 14,
                ])
                #expect(list.activities.count >= 5)
                for activity in list.activities {
                    #expect(activity.fit?.truncated == false, "\(activity.title)")
                }
            }
        }
    }

    @Test func everyExampleLoadsWithoutAnyDiagnostic() throws {
        let examples = Files.names(in: Checkout.path + "/examples").filter {
            $0.hasSuffix(".activity")
        }
        #expect(!examples.isEmpty)
        try Self.run(also: { daemon in
            for name in examples {
                Files.copy(Checkout.path + "/examples/" + name, to: daemon.configured + "/" + name)
            }
            daemon.addProgram("convert")
        }) { daemon in
            let watch = try Watch(daemon)
            try watch.wait { try daemon.status().custom == examples.count }
            for name in examples {
                let bundle = try daemon.description(String(name.dropLast(".activity".count)))
                #expect(bundle.diagnostics.isEmpty, "\(bundle.diagnostics)")
                #expect(bundle.state == .active)
            }
        }
    }

    /// The guidelines' own example: a photograph, and no printing.
    /// It fails for a daemon that is idle; `activityctl reload` starts that.
    @Test(arguments: ["man", "systemd", "share", "debian", "etc", "README.md", "SECURITY.md"])
    func noTextRecommendsAReloadBySystemctl(_ path: String) throws {
        let (end, found) = try ChildProcess.run([
            "grep", "-rnE", #"systemctl( --user)? (--user )?reload(-or-restart)? activityd"#,
            Checkout.path + "/" + path,
        ])
        #expect(end == .exited(1), "\(found)")
    }

    @Test func printIsExcludedFromAPhotographsSheet() throws {
        try Self.run { daemon in
            let photo: JSON = [["type": "image/png", "uri": "file:///photo.png", "size": 100_000]]
            let all = try daemon.identifiers(["content": photo])
            #expect(all.contains("io.activityd.print"))
            let rest = try daemon.identifiers(["content": photo, "exclude": ["io.activityd.print"]])
            #expect(rest == all.filter { $0 != "io.activityd.print" })
        }
    }

    @Test func whatDoesNotServeIsNotOffered() throws {
        let photo: JSON = [["type": "image/png", "uri": "file:///photo.png"]]
        try Self.run(also: { $0.environment["XDG_CURRENT_DESKTOP"] = "sway" }) { daemon in
            #expect(try !daemon.identifiers(["content": photo]).contains("io.activityd.wallpaper"))
            let verdict = try daemon.unperformed("io.activityd.wallpaper", photo)
            #expect(verdict.parameters["code"] == "program-missing")
        }
        try Self.run { daemon in
            let listed = try daemon.identifiers(["content": photo])
            #expect(listed.contains("io.activityd.wallpaper") && listed.contains("io.activityd.show"))
            for content: JSON in [
                [["type": "text/plain", "text": "words"]],
                [["type": "text/plain", "uri": "sftp://host/words.txt"]],
            ] {
                #expect(try !daemon.identifiers(["content": content]).contains("io.activityd.show"))
            }
        }
    }

    /// Refusals speak of the person's selection, and not of manifests.
    @Test func refusalsSpeakToPeople() throws {
        let folder: JSON = ["type": "inode/directory", "uri": "file:///home/ada/Photos", "name": "Photos"]
        let text: JSON = ["type": "text/plain", "text": "words"]
        let link: JSON = ["type": "x-scheme-handler/https", "uri": "https://example.org"]
        let movie: JSON = [
            "type": "video/mp4", "uri": "file:///film.mp4", "name": "film.mp4", "size": 30_000_000,
        ]
        try Self.run { daemon in
            for (name, content, reason) in [
                ("save", [folder], "Save to Downloads does not take folders."),
                ("save", [link], "Save to Downloads does not take https links."),
                ("show", [text], "Show in Files takes files on this computer only, and not selected text."),
                ("wallpaper", [movie], "Set as Wallpaper does not take files of type video/mp4."),
                ("mail", [movie], "“film.mp4” is too large: Mail takes up to 25 MiB each."),
                ("open", [movie, movie], "Open takes one item at a time."),
                (
                    "save", [["type": "image/png", "uri": "sftp://host/a.png"]],
                    "Save to Downloads takes files on this computer only, and not files on other computers."
                ),
            ] as [(String, JSON, String)] {
                let refused = try daemon.unperformed("io.activityd." + name, content)
                #expect(refused.name == "NotApplicable" && refused.parameters["reason"]?.text == reason)
            }
            let german = try daemon.unperformed("io.activityd.save", [folder], ["locale": "de"])
            #expect(german.parameters["reason"] == "In Downloads speichern does not take folders.")
        }
    }

    // MARK: The schema

    private static let fixtures = Checkout.path + "/Tests/Fixtures"

    /// Rules that hold of a manifest alone; the others take its folder, its neighbours or its icon.
    private static let schemaRules: Set<String> = [
        "manifest-type", "manifest-missing", "manifest-value", "manifest-version", "identifier-form",
        "perform-single",
    ]

    @Test func theSchemaTakesWhatTheDecoderTakes() throws {
        try Python.require("jsonschema")
        let names = Files.names(in: Self.fixtures)
        var accepted = names.filter { $0.hasPrefix("y_") }.flatMap {
            Self.manifests(Self.fixtures + "/" + $0)
        }
        accepted += Self.manifests(Checkout.activities) + Self.manifests(Checkout.path + "/examples")
        #expect(accepted.count > 12)
        #expect(try Self.refused(accepted) == [])
    }

    @Test func theSchemaRefusesWhatTheDecoderRefuses() throws {
        try Python.require("jsonschema")
        let names = Files.names(in: Self.fixtures).filter { name in
            Self.schemaRules.contains { name == "n_" + $0 || name.hasPrefix("n_" + $0 + "_") }
        }
        let manifests = names.flatMap { Self.manifests(Self.fixtures + "/" + $0) }
        #expect(manifests.count >= 6)
        #expect(try Set(Self.refused(manifests)) == Set(manifests))
    }

    @Test func theSchemaFindsAWrongTypeAtEveryKey() throws {
        try Python.require("jsonschema")
        let folder = Scratch()
        let sound = folder("sound.json")
        Files.write(sound, EveryKey.manifest.serialized)
        var paths: [String: String] = [:]
        for (number, (pointer, manifest)) in EveryKey.spoilt.enumerated() {
            paths[folder("\(number).json")] = pointer
            Files.write(folder("\(number).json"), manifest.serialized)
        }
        let refused = try Self.refused([sound] + paths.keys)
        #expect(!refused.contains(sound))
        let taken = Set(paths.keys).subtracting(refused).compactMap { paths[$0] }
        #expect(taken.isEmpty)
    }

    private static func manifests(_ folder: String) -> [String] {
        Files.names(in: folder).map { folder + "/" + $0 + "/manifest.json" }.filter(Files.exists)
    }

    /// The files that the schema rejects.
    private static func refused(_ paths: [String]) throws -> [String] {
        try Schema.refused(paths, by: Checkout.path + "/share/activity-manifest.schema.json")
    }
}
