// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing

@Suite("The manifest of a transform")
struct TransformManifestTests {
    private static let whole: JSON.Object = {
        let manifest: JSON = [
            "manifestVersion": 1, "identifier": "org.example.small", "title": "Smaller",
            "category": "transform", "makes": "same", "accepts": [["types": ["image/*"]]],
            "form": [
                [
                    "id": "size", "label": "Size", "type": "choice",
                    "options": [["value": "s", "label": "Small"]], "default": "s",
                ]
            ],
            "perform": [
                "exec": ["bin/small", "{size}", "%F"], "describeExec": ["bin/small", "--describe", "%F"],
            ],
        ]
        if case .object(let object) = manifest { return object }
        return JSON.Object()
    }()

    /// The manifest with these keys set, those with a slash in `perform`; null takes a key out.
    private func decode(_ changes: KeyValuePairs<String, JSON>) throws -> ManifestDecoder.Result {
        var manifest = Self.whole
        for (key, value) in changes {
            let value = value == .null ? nil : value
            if key.hasPrefix("perform/") {
                var perform: JSON.Object = try manifest.read("perform")
                perform.set(String(key.dropFirst("perform/".count)), value)
                manifest.set("perform", .object(perform))
            } else {
                manifest.set(key, value)
            }
        }
        return ManifestDecoder(isSystem: false, folder: nil).decode(JSON.object(manifest).serialized)
    }

    @Test("A transform needs no icon, has no network, writes nothing, and leaves aside what it does not take")
    func narrow() throws {
        let result = try decode([:])
        #expect(result.diagnostics == [])
        let manifest = result.manifest
        #expect(manifest.transform?.describeExec == ["bin/small", "--describe", "%F"])
        #expect(manifest.transform?.makes == nil && manifest.transform?.removes == [])
        let removes = try decode(["removes": ["time", "pixels"]]).manifest.transform?.removes
        #expect(removes == [.time, .pixels] && FactKind.time.isPrivate && !FactKind.pixels.isPrivate)
        #expect(!manifest.performOptions.network && manifest.performOptions.writes == [])
        #expect(manifest.match == .any && manifest.icon.isEmpty && manifest.category == .action)
        #expect(manifest.ownPrograms.map(\.pointer) == ["/perform/exec/0", "/perform/describeExec/0"])
        #expect(try decode(["makes": "application/zip"]).manifest.transform?.makes?.name == "application/zip")
        #expect(try decode(["match": "all"]).manifest.match == .all)
        #expect(try decode(["perform/network": false, "perform/writes": []]).diagnostics == [])
    }

    @Test(
        "What a transform may not do is an error",
        arguments: [
            ("makes", .null, .manifestMissing, "/makes"),
            ("makes", "image/*", .manifestValue, "/makes"),
            ("removes", ["place"], .manifestValue, "/removes/0"),
            ("removes", "location", .manifestType, "/removes"),
            ("makes", "inode/directory", .manifestValue, "/makes"),
            ("makes", "x-scheme-handler/https", .manifestValue, "/makes"),
            ("makes", ["same"], .manifestType, "/makes"),
            ("category", "action", .manifestValue, "/makes"),
            ("category", "action", .manifestValue, "/perform/describeExec"),
            ("category", "action", .manifestMissing, "/icon"),
            ("category", "option", .manifestValue, "/category"),
            ("perform/describeExec", .null, .manifestMissing, "/perform/describeExec"),
            ("perform/describeExec", [], .manifestValue, "/perform/describeExec"),
            ("perform/describeExec", ["../small"], .bundlePath, "/perform/describeExec/0"),
            ("perform/describeExec", ["%F"], .manifestValue, "/perform/describeExec/0"),
            ("perform/describeExec", ["a", "%f"], .manifestValue, "/perform/describeExec/1"),
            ("perform/describeExec", ["a", "-x%F"], .manifestValue, "/perform/describeExec/1"),
            ("perform/describeExec", ["a", "{size}"], .manifestValue, "/perform/describeExec/1"),
            ("perform/exec", ["bin/small", "{size}"], .manifestValue, "/perform/exec"),
            ("perform/network", true, .transformNetwork, "/perform/network"),
            ("perform/writes", ["state"], .transformWrites, "/perform/writes"),
            ("perform/handsOver", true, .manifestValue, "/perform/handsOver"),
            ("perform/asks", true, .manifestValue, "/perform/asks"),
            ("perform", ["uri": "mailto:{text}"], .manifestValue, "/perform/uri"),
            ("perform", ["uri": "mailto:{text}"], .manifestMissing, "/perform/describeExec"),
            ("perform", [:], .performSingle, "/perform"),
            ("form", [["id": "size", "label": "Size", "type": "text"]], .manifestValue, "/form/0/type"),
            (
                "form", [["id": "size", "label": "Size", "type": "choice", "optionsExec": ["sizes"]]],
                .manifestValue, "/form/0/type"
            ),
            (
                "form",
                [
                    [
                        "id": "size", "label": "Size", "type": "choice", "remember": true,
                        "options": [["value": "s", "label": "Small"]],
                    ]
                ], .manifestValue, "/form/0/remember"
            ),
        ] as [(String, JSON, Rule, String)])
    func faults(_ key: String, _ value: JSON, _ rule: Rule, _ pointer: String) throws {
        let errors = try decode([key: value]).diagnostics.filter { $0.severity == .error }
        let found = errors.map { "\($0.rule.rawValue) at \($0.pointer ?? "")" }
        #expect(found.contains("\(rule.rawValue) at \(pointer)"))
    }

    @Test("A request names the files to change too")
    func request() throws {
        #expect(
            try decode(["perform/exec": ["bin/small", "{size}"], "perform/stdin": "request"]).diagnostics
                == [])
    }

    @Test("A misspelt category is one fault")
    func misspeltCategory() throws {
        let result = try decode(["category": "transfrom"])
        #expect(result.diagnostics.map(\.pointer) == ["/category"], "\(result.diagnostics)")
        #expect(result.diagnostics.first?.message.hasSuffix("Write \"transform\".") == true)
    }

    @Test("A misspelt key in perform excuses neither a missing program nor a missing description")
    func warningsExcuseNothing() throws {
        let result = try decode(["perform": ["netwrok": false]])
        let errors = Set(result.diagnostics.filter { $0.severity == .error }.map(\.rule))
        #expect(errors.isSuperset(of: [.performSingle, .manifestMissing]))
    }
}
