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

/// A bad bundle is rejected with a helpful message, and everything else is served.
struct BadBundleTests {
    private struct Case: Sendable {
        let plugin: Plugin
        let rule: Rule
        /// A change to the written folder.
        var spoil: @Sendable (String) -> Void = { _ in }

        init(_ name: String, _ rule: Rule, _ changes: KeyValuePairs<String, JSON> = [:]) {
            plugin = Plugin("org.example." + name, "Title " + name).with(changes)
            self.rule = rule
        }

        init(_ name: String, _ rule: Rule, file: String, _ bytes: [UInt8]?) {
            plugin = Plugin("org.example." + name, "Title " + name).with(file: file, bytes)
            self.rule = rule
        }

        init(_ name: String, _ rule: Rule, spoil: @escaping @Sendable (String) -> Void) {
            plugin = Plugin("org.example." + name, "Title " + name)
            self.rule = rule
            self.spoil = spoil
        }
    }

    private static let cases = ofAnyUser + (geteuid() == 0 ? [anotherOwner] : [])
    /// Only root can change a file's owner.
    private static let anotherOwner = Case("another-owner", .bundleOwner) { chown($0, 12_345, 12_345) }

    private static let ofAnyUser = [
        Case("not-json", .manifestJSON, file: "manifest.json", Array("{\"manifestVersion\": 1,}".utf8)),
        Case("no-utf8", .manifestJSON, file: "manifest.json", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]),
        Case("empty", .manifestJSON, file: "manifest.json", []),
        Case(
            "too-large", .manifestBytes, file: "manifest.json",
            Array(repeating: UInt8(ascii: " "), count: 65_537)),
        Case("fifo", .bundlePath) { folder in
            unlink(folder + "/manifest.json")
            mkfifo(folder + "/manifest.json", 0o644)
        },
        Case("icon-fifo", .bundlePath) { folder in
            unlink(folder + "/icon.png")
            mkfifo(folder + "/icon.png", 0o644)
        },
        Case("icon-link", .bundlePath) { folder in
            unlink(folder + "/icon.png")
            symlink(Checkout.activities + "/io.activityd.save.activity/icon.png", folder + "/icon.png")
        },
        Case("manifest-link", .bundlePath) { folder in
            rename(folder + "/manifest.json", folder + "/other.json")
            symlink("other.json", folder + "/manifest.json")
        },
        Case("manifest-gone", .manifestMissing) { unlink($0 + "/manifest.json") },
        Case("writable", .bundleOwner) { chmod($0, 0o777) },
        Case("version", .manifestVersion, ["manifestVersion": 2]),
        Case("misnamed", .identifierFolder, ["identifier": "org.example.other-name"]),
        Case("blank", .titleEmpty, ["title": " \u{3000}\t "]),
        Case("newline", .titleControl, ["title": "Two\nlines"]),
        Case("override", .titleControl, ["title": "Save \u{202E}gnp.exe"]),
        Case("wide", .titleTooLong, ["title": .string(String(repeating: "W", count: 61))]),
        Case("wide-cjk", .titleTooLong, ["title": .string(String(repeating: "宽", count: 31))]),
        Case("reserved", .titleReserved, ["title": "drücken"]),
        Case("reserved-chinese", .titleReserved, ["title": "打印"]),
        Case("position", .positionCustom, ["position": 1]),
        Case("min-max", .manifestValue, ["accepts": [["types": ["image/*"], "min": 3, "max": 2]]]),
        Case("no-clause", .manifestValue, ["accepts": []]),
        Case("type", .manifestValue, ["accepts": [["types": ["image/"]]]]),
        Case("two-ways", .performSingle, ["perform": ["exec": ["a"], "uri": "mailto:"]]),
        Case("outside", .bundlePath, ["perform": ["exec": ["../tool", "%F"]]]),
        Case("icon-outside", .bundlePath, ["icon": "../icon.png"]),
        Case(
            "secret", .formSecret,
            [
                "form": [["id": "key", "label": "Key", "type": "password"]],
                "perform": ["exec": ["a", "{key}"]],
            ]),
        Case("unused", .formUnused, ["form": [["id": "key", "label": "Key", "type": "text"]]]),
        Case("icon-missing", .iconMissing, file: "icon.png", nil),
        Case("icon-truncated", .iconUnreadable, file: "icon.png", Array(Plugin.icon.prefix(200))),
        Case("icon-text", .iconUnreadable, file: "icon.png", Array("a picture".utf8)),
        Case("icon-large", .iconSize, file: "icon.png", PNG.disk(400, [0, 0, 0, 255])),
        Case("icon-coloured", .iconColour, file: "icon.png", PNG.disk(70, [200, 0, 0, 255])),
        Case("icon-opaque", .iconOpaque, file: "icon.png", PNG.make(70) { _, _ in [0, 0, 0, 255] }),
        Case("icon-empty", .iconEmpty, file: "icon.png", PNG.make(70) { _, _ in [0, 0, 0, 0] }),
        Case("icon-bytes", .iconBytes, file: "icon.png", Plugin.icon + [UInt8](repeating: 0, count: 262_144)),
        Case(
            "icon-two-tone", .iconTwoTone, file: "icon.png",
            PNG.make(70) { x, y in
                (15..<55).contains(x) && (15..<55).contains(y)
                    ? (x < 35 ? [0, 0, 0, 255] : [255, 255, 255, 255]) : [0, 0, 0, 0]
            }),
    ]

    @Test func eachIsRejectedByItsRuleAndTheRestIsServed() throws {
        try DaemonFixture.run(prepare: { daemon in
            daemon.install(Plugin("org.example.sound", "Sound"))
            for one in Self.cases { one.spoil(one.plugin.write(into: daemon.configured)) }
            Files.write(daemon.configured + "/org.example.file.activity", "no folder")
            symlink("nothing", daemon.configured + "/org.example.link.activity")
        }) { daemon in
            let watch = try Watch(daemon)
            let all = Self.cases.count + 2
            try watch.wait { try daemon.status().rejected == all }
            for one in Self.cases {
                let found = try daemon.description(one.plugin.identifier)
                #expect(found.state == .rejected)
                let errors = found.diagnostics.filter { $0.severity == .error }
                let rules = errors.map(\.rule.rawValue)
                #expect(rules.contains(one.rule.rawValue), "\(one.plugin.identifier): \(rules)")
                #expect(errors.allSatisfy { $0.message.count > 20 && $0.message.hasSuffix(".") }, "\(errors)")
            }
            for name in ["file", "link"] {
                #expect(
                    try daemon.description("org.example." + name).diagnostics.map(\.rule) == [.bundlePath])
            }
            #expect(try daemon.identifiers().last == "org.example.sound")
            #expect(try daemon.identifiers().count == 5)
            // A scan logs what it has found after it has published it.
            for name in Self.cases.map(\.plugin.folderName) {
                #expect(HangLimit.passes { daemon.log.contains(name) }, "\(name)")
            }
        }
    }

    @Test func hiddenAndPutAsideNamesArePassedOver() throws {
        try DaemonFixture.run(prepare: { daemon in
            for name in [
                ".org.example.a.activity", "org.example.a.dpkg-new.activity", "org.example.a~.activity",
                ".staging-new-x.activity", "org.example.a.activity~", "README",
            ] {
                Files.makeFolder(daemon.configured + "/" + name)
            }
        }) { daemon in
            let found = try daemon.describe()
            #expect(found.count == 4)
        }
    }

    @Test func afterTheirRepairTheyServe() throws {
        try DaemonFixture.run { daemon in
            let watch = try Watch(daemon)
            let plugin = Plugin("org.example.sepia", "Sepia")
            plugin.with(["title": "Copy"]).write(into: daemon.configured)
            try watch.wait { try daemon.status().rejected == 1 }
            plugin.write(into: daemon.configured)
            try watch.wait { try daemon.status().custom == 1 }
            #expect(try daemon.identifiers().last == "org.example.sepia")
        }
    }

    @Test func aWrongTypeIsFoundAtEveryKey() throws {
        try DaemonFixture.run { daemon in
            let client = try daemon.client()
            func check(_ manifest: JSON) throws -> [Diagnostic] {
                let plugin = Plugin("org.example.all", "All").with(file: "manifest.json", manifest.serialized)
                let ask = JSON.Object([("files", plugin.uploads)])
                return try client.call("io.activityd.Registry.Check", ask).read("diagnostics")
            }
            #expect(try check(EveryKey.manifest) == [])
            let places = EveryKey.spoilt
            #expect(places.count > 50)
            for (pointer, manifest) in places {
                let found = try check(manifest)
                let isNamed = found.contains { $0.severity == .error && pointer.hasPrefix($0.pointer ?? "/") }
                // An unreadable localisation is dropped, and nothing else is.
                let isLocalised = pointer.split(separator: "/").contains { $0 == "titles" || $0 == "labels" }
                let isDropped = isLocalised && found.contains { $0.pointer == pointer }
                #expect(isNamed || isDropped, "\(pointer): \(found.map { "\($0.rule) \($0.pointer ?? "")" })")
            }
        }
    }
}
