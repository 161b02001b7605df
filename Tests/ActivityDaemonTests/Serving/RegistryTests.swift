// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Registering and unregistering bundles.
struct RegistryTests {
    private static let plugin = Plugin("org.example.sepia", "Sepia", ["version": "1.0"])

    @Test func whatIsRegisteredIsListedAndSeenByWhoWatches() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            let reply = try daemon.register(Self.plugin)
            #expect(reply["identifier"] == "org.example.sepia")
            #expect(reply["diagnostics"] == [])
            #expect(try daemon.identifiers().last == "org.example.sepia")
            let registered: Int = try reply.read("generation")
            try watch.wait { watch.generation >= registered }
            #expect(try daemon.list("image/png").generation == watch.generation)

            let ignored = try daemon.elect("org.example.sepia", "ignore")
            #expect(try watch.next() == ignored)
            #expect(try !daemon.identifiers().contains("org.example.sepia"))
            #expect(try watch.generation < daemon.elect("org.example.sepia", "default"))
            try watch.next()
            #expect(try daemon.arrange(["org.example.sepia"]) == watch.next())

            let gone: Int = try daemon.call("Registry.Unregister", ["identifier": "org.example.sepia"])
                .read("generation")
            #expect(try watch.next() == gone)
            #expect(try !daemon.identifiers().contains("org.example.sepia"))
            #expect(!Files.exists(daemon.registered + "/org.example.sepia.activity"))
        }
    }

    @Test func monitorWithoutMoreAnswersOnce() throws {
        try DaemonFixture.run { daemon in
            let wire = try daemon.wire()
            wire.send("io.activityd.Sheet.Monitor")
            let reply = try #require(try wire.frame())
            #expect(reply["continues"] == nil || reply["continues"] == false)
            #expect(try reply["parameters"]?["generation"]?.number == daemon.status().generation)
            wire.send("io.systemd.service.Ping")
            #expect(try wire.frame() != nil)
        }
    }

    @Test func anIdentifierThatIsRegisteredAlreadyIsReplaced() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin.with(file: "extra.txt", [1]))
            let first = try daemon.status().generation
            try daemon.register(Self.plugin.with(["title": "Brown", "version": "2.0"]))
            let second = try daemon.description("org.example.sepia")
            #expect(second.title == "Brown" && second.version == "2.0")
            #expect(try daemon.status().generation > first)
            #expect(try daemon.describe("org.example.sepia").count == 1)
            let files = Files.names(in: daemon.registered + "/org.example.sepia.activity")
            #expect(files == ["icon.png", "manifest.json"])
            #expect(Files.names(in: daemon.registered) == [".lock", "org.example.sepia.activity"])
        }
    }

    @Test func modesAreThoseOfTheContract() throws {
        try DaemonFixture.run { daemon in
            let tool = Self.plugin.with(["perform": ["exec": ["bin/tool", "%F"]]])
                .with(executable: "bin/tool", "#!/bin/sh\n")
            try daemon.register(tool)
            let bundle = daemon.registered + "/org.example.sepia.activity"
            #expect(Files.mode(bundle + "/bin/tool") == 0o755)
            #expect(Files.mode(bundle + "/manifest.json") == 0o644)
            #expect(Files.mode(bundle + "/bin") == 0o755)
            let refused = try daemon.refusal(
                "Registry.Register",
                ["files": tool.with(file: "bin/tool", nil).uploads])
            #expect(refused.name == "io.activityd.Registry.Rejected")
        }
    }

    @Test func warningsComeWithSuccess() throws {
        try DaemonFixture.run { daemon in
            let reply = try daemon.register(Self.plugin.with(["colour": "brown", "product": "Sepia"]))
            let diagnostics: [Diagnostic] = try reply.read("diagnostics")
            #expect(diagnostics.map(\.rule) == [.manifestUnknownKey, .titleBrand])
            #expect(diagnostics.allSatisfy { $0.severity == .warning })
            #expect(diagnostics.map(\.pointer) == ["/colour", "/title"])
            #expect(try daemon.description("org.example.sepia").diagnostics == diagnostics)
        }
    }

    @Test(arguments: ["mask", "bundle"])
    func whatHidesARegisteredBundleIsNamed(_ cover: String) throws {
        try DaemonFixture.run { daemon in
            Files.makeFolder(daemon.configured)
            let path = daemon.configured + "/org.example.sepia.activity"
            if cover == "mask" { symlink("/dev/null", path) } else { daemon.install(Self.plugin) }
            try daemon.call("io.systemd.service.Reload")
            let reply = try daemon.call("Registry.Register", ["files": Self.plugin.uploads])
            let diagnostics: [Diagnostic] = try reply.read("diagnostics")
            #expect(diagnostics.map(\.rule) == [.bundleHidden])
            #expect(diagnostics.first?.message.hasPrefix(path + " ") == true)
        }
    }

    @Test func checkJudgesAndInstallsNothing() throws {
        try DaemonFixture.run { daemon in
            let generation = try daemon.status().generation
            let sound = try daemon.call("Registry.Check", ["files": Self.plugin.uploads])
            #expect(sound["diagnostics"] == [])
            let wrong = Self.plugin.with(["title": "Drucken", "category": .null]).with(
                file: "icon.png", [0x89])
            let diagnostics: [Diagnostic] = try daemon.call("Registry.Check", ["files": wrong.uploads])
                .read("diagnostics")
            let rules = Set(diagnostics.map(\.rule))
            #expect(rules.isSuperset(of: [.titleReserved, .manifestMissing]))
            #expect(try daemon.status().generation == generation)
            #expect(
                try daemon.refusal("Registry.Describe", ["identifier": "org.example.sepia"]).name.hasSuffix(
                    ".NoSuchActivity"))
        }
    }

    @Test func whatIsRejectedIsNotInstalled() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin)
            let wrong = Self.plugin.with(["title": "Copy", "category": "neither", "colour": 1])
            let error = try daemon.refusal("Registry.Register", ["files": wrong.uploads])
            #expect(error.name == "io.activityd.Registry.Rejected")
            let diagnostics: [Diagnostic] = try error.parameters.read("diagnostics")
            #expect(diagnostics.map(\.severity) == [.error, .error, .warning])
            #expect(Set(diagnostics.map(\.rule)) == [.titleReserved, .manifestValue, .manifestUnknownKey])
            #expect(diagnostics.allSatisfy { $0.message.count > 20 && $0.message.hasSuffix(".") })
            #expect(try daemon.description("org.example.sepia").title == "Sepia")
        }
    }

    private static func upload(_ path: String) -> JSON {
        .array(plugin.uploads.elements + [["path": .string(path), "data": ""]])
    }

    @Test(arguments: [
        "../x", "a/../../x", "/etc/passwd", "", "a//b", "a/", "./a", "a/.", "icon.png", "icon.png/beneath",
        String(repeating: "n", count: 256), "a\0b",
    ])
    func aPathThatCannotBeStoredIsRejected(_ path: String) throws {
        try DaemonFixture.run { daemon in
            let error = try daemon.refusal("Registry.Register", ["files": Self.upload(path)])
            #expect(error.name == "io.activityd.Registry.Rejected")
            let rejected: [Diagnostic] = try error.parameters.read("diagnostics")
            let checked: [Diagnostic] = try daemon.call("Registry.Check", ["files": Self.upload(path)]).read(
                "diagnostics")
            #expect(rejected.map(\.rule) == [.bundlePath])
            #expect(checked == rejected)
            #expect(!Files.exists(daemon.folder("x")))
        }
    }

    @Test func aBundleHasAtMost256Files() throws {
        try DaemonFixture.run { daemon in
            var plugin = Self.plugin
            for number in 0..<254 { plugin.files["n\(number)"] = [] }
            try daemon.register(plugin)
            plugin.files["one more"] = []
            for method in ["Registry.Register", "Registry.Check"] {
                let error = try daemon.refusal(method, ["files": plugin.uploads])
                #expect(error.name == "io.activityd.Registry.LimitExceeded")
                #expect(error.parameters["limit"] == "files" && error.parameters["maximum"] == 256)
            }
        }
    }

    @Test func base64IsPaddedAndOfTheStandardsAlphabet() throws {
        try DaemonFixture.run { daemon in
            for data in ["QQ", "QQ=", "Q Q=", "-_8=", "QR==", "?"] {
                let files = JSON.array(Self.plugin.uploads.elements + [["path": "x", "data": .string(data)]])
                let error = try daemon.refusal("Registry.Register", ["files": files])
                #expect(error == .invalidParameter("files"), "\(data)")
            }
        }
    }

    @Test func aBundleElsewhereIsNotUnregistered() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            daemon.install(Self.plugin)
            try watch.wait { try daemon.status().custom == 1 }
            for (identifier, folder) in [
                ("org.example.sepia", daemon.configured), ("io.test.copy", daemon.systemBundles),
            ] {
                let error = try daemon.refusal("Registry.Unregister", ["identifier": .string(identifier)])
                #expect(error.name == "io.activityd.Registry.NotPermitted")
                let reason = try #require(error.parameters["reason"]?.text)
                #expect(reason.contains(folder + "/" + identifier + ".activity"))
            }
            for identifier in ["org.example.unknown", "../sepia", ""] {
                let error = try daemon.refusal("Registry.Unregister", ["identifier": .string(identifier)])
                #expect(error.name == "io.activityd.Registry.NoSuchActivity")
            }
        }
    }

    @Test func describeTellsAllOrOne() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin.with(["titles": ["de": "Braun"], "category": "share"]))
            let all = try daemon.describe()
            #expect(
                all.map(\.identifier) == [
                    "io.test.print", "io.test.copy", "io.test.ant", "io.test.zebra", "org.example.sepia",
                ])
            let one = try daemon.description("org.example.sepia")
            #expect(one == all.last)
            #expect(one.titles == ["de": "Braun"] && one.category == .share && one.source == .custom)
            #expect(one.position == nil && one.state == .active && one.election == .default && !one.locked)
            #expect(one.path == daemon.registered + "/org.example.sepia.activity" && one.decidedBy == nil)
            #expect(all[1].position == 10 && all[1].source == .system)
            let error = try daemon.refusal("Registry.Describe", ["identifier": "org.example.none"])
            #expect(error.name == "io.activityd.Registry.NoSuchActivity")
        }
    }

    @Test func withMoreDescriptionsComeInPortions() throws {
        try DaemonFixture.run(prepare: { daemon in
            for number in 0..<300 { daemon.install(Plugin("org.example.n\(number)", "Number \(number)")) }
        }) { daemon in
            let watch = try Watch(daemon)
            try watch.wait { try daemon.status().custom == 300 }
            for (method, list) in [("Describe", "activities"), ("Explain", "verdicts")] {
                var counts: [Int] = []
                let ask: JSON = method == "Explain" ? ["content": [["type": "image/png"]]] : [:]
                try daemon.client().stream("io.activityd.Registry." + method, JSON.Object(json: ask)) {
                    reply in
                    counts.append(reply[list]?.elements.count ?? 0)
                    return true
                }
                #expect(counts.allSatisfy { $0 <= 256 } && counts.count > 1 && counts.reduce(0, +) == 304)
            }
            #expect(try daemon.describe().count == 304)
        }
    }

    @Test func statusCounts() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.plugin)
            try daemon.elect("io.test.copy", "ignore")
            let watch = try Watch(daemon)
            daemon.install(Plugin("org.example.wrong", "Wrong", ["category": "neither"]))
            try watch.wait { try daemon.status().rejected == 1 }
            let status = try daemon.status()
            #expect(status.scope == .user && status.version == "0.1.0")
            #expect(status.system == 3 && status.custom == 1 && status.rejected == 1)
            #expect(status.connections >= 2)
            #expect(
                status.searchPath.prefix(3)
                    == [daemon.systemBundles, daemon.configured, daemon.registered][...])
            #expect(status.searchPath.contains("/etc/activities"))
        }
    }
}
