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
                "exec": ["bin/small", "{size}"], "stdin": "request",
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

    @Test("A transform has no icon and no network, writes nothing, and leaves aside what it does not take")
    func narrow() throws {
        let result = try decode([:])
        #expect(result.diagnostics == [])
        let manifest = result.manifest
        #expect(manifest.transform?.makes == nil && manifest.transform?.removes == [])
        let removes = try decode(["removes": ["time", "pixels"]]).manifest.transform?.removes
        #expect(removes == [.time, .pixels] && FactKind.time.isPrivate && !FactKind.pixels.isPrivate)
        #expect(!manifest.performOptions.network && manifest.performOptions.writes == [])
        #expect(manifest.match == .any && manifest.icon.isEmpty && manifest.category == .action)
        #expect(manifest.ownPrograms.map(\.pointer) == ["/perform/exec/0"])
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
            ("category", "action", .manifestMissing, "/icon"),
            ("category", "option", .manifestValue, "/category"),
            ("icon", "icon.svg", .manifestValue, "/icon"),
            ("category", "inspect", .inspectCustom, "/category"),
            ("perform/exec", ["bin/small", "%F"], .transformArguments, "/perform/exec/1"),
            ("perform/exec", ["bin/small", "{size}", "-x%f"], .transformArguments, "/perform/exec/2"),
            ("perform/exec", ["bin/small", "%u"], .transformArguments, "/perform/exec/1"),
            ("perform/exec", ["bin/small", "%U"], .transformArguments, "/perform/exec/1"),
            ("perform/stdin", .null, .manifestValue, "/perform/stdin"),
            ("perform/stdin", "text", .manifestValue, "/perform/stdin"),
            ("perform/each", true, .manifestValue, "/perform/each"),
            ("perform/network", true, .transformNetwork, "/perform/network"),
            ("perform/writes", ["state"], .transformWrites, "/perform/writes"),
            ("perform/handsOver", true, .manifestValue, "/perform/handsOver"),
            ("perform/asks", true, .manifestValue, "/perform/asks"),
            ("perform", ["uri": "mailto:{text}"], .manifestValue, "/perform/uri"),
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

    @Test("A percent sign in an argument names no file")
    func percent() throws {
        #expect(try decode(["perform/exec": ["bin/small", "{size}", "50%%"]]).diagnostics == [])
    }

    @Test("A misspelt category is one fault")
    func misspeltCategory() throws {
        let result = try decode(["category": "transfrom"])
        #expect(result.diagnostics.map(\.pointer) == ["/category"], "\(result.diagnostics)")
        #expect(result.diagnostics.first?.message.hasSuffix("Write \"transform\".") == true)
    }

    @Test("A misspelt key in perform excuses no missing program")
    func warningsExcuseNothing() throws {
        let result = try decode(["perform": ["netwrok": false]])
        #expect(result.diagnostics.contains { $0.rule == .performSingle && $0.severity == .error })
    }

    @Test(
        "What joins several files makes a document or an archive",
        arguments: [("same", false), ("image/jpeg", false), ("application/zip", true)])
    func joining(_ makes: String, _ joins: Bool) throws {
        #expect(try decode(["makes": .string(makes)]).manifest.transform?.joins == joins)
    }

    @Test(
        "A transform changes the links that it accepts, in texts too",
        arguments: [
            ("See https://example.org/?a=1", true), ("HTTPS://EXAMPLE.ORG", true), ("(https://a.b)", true),
            ("http://example.org", false), ("https://", false), ("https:// a", false), ("example.org", false),
            ("xhttps://a", false), ("", false),
        ])
    func links(_ text: String, _ changes: Bool) throws {
        let accepts: JSON = [["types": ["x-scheme-handler/https", "text/plain"]]]
        let manifest = try decode(["accepts": accepts]).manifest
        #expect(manifest.acceptsLinks && manifest.changes(text) == changes)
        #expect(try !decode([:]).manifest.changes(text))
        let except: JSON = [["types": ["x-scheme-handler/*"], "except": ["x-scheme-handler/https"]]]
        #expect(try !decode(["accepts": except]).manifest.changes("https://a"))
        #expect(try decode(["accepts": except]).manifest.changes("http://a"))
    }

    // MARK: Inspectors

    private static let inspector: JSON.Object = {
        let manifest: JSON = [
            "manifestVersion": 1, "identifier": "org.example.inspect", "title": "What Is Inside",
            "category": "inspect", "perform": ["exec": ["bin/inspect"], "stdin": "request"],
        ]
        if case .object(let object) = manifest { return object }
        return JSON.Object()
    }()

    private func inspector(
        _ key: String = "version", _ value: JSON = "1", isSystem: Bool = true
    ) throws -> ManifestDecoder.Result {
        var manifest = Self.inspector
        manifest.set(key, value)
        return ManifestDecoder(isSystem: isSystem, folder: nil).decode(JSON.object(manifest).serialized)
    }

    @Test("An inspector is the system's, in no list, and given all forms of each item")
    func inspecting() throws {
        let result = try inspector()
        #expect(result.diagnostics == [])
        let manifest = result.manifest
        #expect(manifest.isInspector && !manifest.isActivity && manifest.writtenCategory == .inspect)
        #expect(manifest.icon.isEmpty && manifest.accepts.isEmpty && manifest.position == nil)
        let options = manifest.performOptions
        #expect(!options.network && options.writes == [] && options.representations == .all)
        let custom = try inspector(isSystem: false).diagnostics
        #expect(custom.map(\.rule) == [.inspectCustom] && custom.first?.severity == .error)
    }

    @Test(
        "An inspector has no key of an activity's",
        arguments: [
            ("icon", "icon.svg", .manifestValue, "/icon"), ("position", 1, .manifestValue, "/position"),
            ("accepts", [["types": ["*/*"]]], .manifestValue, "/accepts"),
            ("match", "any", .manifestValue, "/match"), ("makes", "same", .manifestValue, "/makes"),
            ("removes", ["time"], .manifestValue, "/removes"),
            ("form", [["id": "a", "label": "A", "type": "toggle"]], .manifestValue, "/form"),
            ("perform", ["exec": ["a", "%F"], "stdin": "request"], .transformArguments, "/perform/exec/1"),
            ("perform", ["exec": ["a"]], .manifestValue, "/perform/stdin"),
            (
                "perform", ["exec": ["a"], "stdin": "request", "network": true], .transformNetwork,
                "/perform/network"
            ),
            (
                "perform", ["exec": ["a"], "stdin": "request", "writes": ["home"]], .transformWrites,
                "/perform/writes"
            ),
        ] as [(String, JSON, Rule, String)])
    func inspectorFaults(_ key: String, _ value: JSON, _ rule: Rule, _ pointer: String) throws {
        let found = try inspector(key, value).diagnostics.map { "\($0.rule.rawValue) at \($0.pointer ?? "")" }
        #expect(found.contains("\(rule.rawValue) at \(pointer)"), "\(found)")
    }
}
