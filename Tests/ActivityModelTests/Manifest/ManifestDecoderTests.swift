// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing

@Suite("Reading a manifest")
struct ManifestDecoderTests {
    static let whole: JSON = [
        "manifestVersion": 1, "identifier": "org.example.resize", "version": "1.2.0", "title": "Resize",
        "titles": ["de": "Verkleinern", "zh-CN": "缩放"], "vendor": "Example Ltd", "product": "PhotoKit",
        "icon": "icon.png", "category": "action",
        "accepts": [
            ["types": ["image/*"], "except": ["image/svg+xml"], "min": 1, "max": 20, "maxBytes": 52_428_800]
        ],
        "match": "all", "requires": ["programs": ["convert", ["wl-copy", "xclip"]]],
        "application": "org.example.PhotoKit",
        "form": [["id": "width", "label": "Width", "type": "number", "default": "1024", "required": true]],
        "perform": ["exec": ["bin/resize", "--width", "{width}", "%F"]],
    ]

    /// `whole` with the value at `pointer` replaced, or removed where it is nil.
    private func manifest(_ pointer: String, _ value: JSON?) throws -> JSON {
        func replace(_ json: JSON, _ tokens: ArraySlice<String>) throws -> JSON {
            guard let token = tokens.first else { return value ?? .null }
            switch json {
            case .object(var object):
                let rest = tokens.dropFirst()
                object.set(token, rest.isEmpty ? value : try replace(object.value(token) ?? .null, rest))
                return .object(object)
            case .array(var elements):
                let index = try #require(Int(token))
                elements[index] = try replace(elements[index], tokens.dropFirst())
                return .array(elements)
            default: return try replace([:], tokens)
            }
        }
        return try replace(Self.whole, pointer.split(separator: "/").map(String.init)[...])
    }

    private func decode(_ json: JSON, system: Bool = false, folder: String? = nil) -> ManifestDecoder.Result {
        ManifestDecoder(isSystem: system, folder: folder).decode(json.serialized)
    }

    @Test("the manifest of the manual is read whole")
    func wholeManifest() {
        let result = decode(Self.whole, folder: "org.example.resize.activity")
        #expect(result.diagnostics == [])
        let manifest = result.manifest
        #expect(manifest.title == "Resize")
        #expect(manifest.titles == Titles(["de": "Verkleinern", "zh-CN": "缩放"]))
        #expect(manifest.accepts.map(\.max) == [20])
        #expect(manifest.requiredPrograms == [["convert"], ["wl-copy", "xclip"]])
        #expect(manifest.form.map(\.id) == ["width"])
        #expect(manifest.perform == .exec(["bin/resize", "--width", "{width}", "%F"]))
        #expect(manifest.needsLocalPaths)
        #expect(manifest.accepts.map(\.isLocal) == [false] && manifest.requirements.count == 2)
    }

    @Test("what must be there besides programs is read")
    func requirements() {
        let json: JSON = [
            "manifestVersion": 1, "identifier": "org.example.resize", "title": "Resize", "icon": "icon.png",
            "category": "action", "accepts": [["types": ["*/*"], "local": true]],
            "requires": [
                "services": ["org.bluez.obex", ["org.kde.kdeconnect", "_a.b-1"]],
                "schemes": ["mailto", ["sip", "web+a"]], "desktops": ["GNOME", "KDE"],
                "printer": true, "bluetooth": true,
            ],
            "perform": ["exec": ["convert"]],
        ]
        let result = decode(json, folder: "org.example.resize.activity")
        #expect(result.diagnostics == [] && result.manifest.accepts.map(\.isLocal) == [true])
        #expect(
            result.manifest.requirements == [
                .services(["org.bluez.obex"]), .services(["org.kde.kdeconnect", "_a.b-1"]),
                .schemes(["mailto"]), .schemes(["sip", "web+a"]), .desktops(["GNOME", "KDE"]), .printer,
                .bluetooth,
            ])
    }

    private static func many(_ count: Int) -> JSON {
        .array((0..<count).map { .string("image/x-\($0)") })
    }

    /// A choice whose options a program prints.
    private static func live(_ program: JSON, _ more: KeyValuePairs<String, JSON> = [:]) -> JSON {
        var field = JSON.Object([
            ("id", "width"), ("label", "Width"), ("type", "choice"), ("optionsExec", program),
        ])
        for (name, value) in more { field.set(name, value) }
        return .object(field)
    }

    @Test(
        "a value of the wrong form says what to write",
        arguments: [
            ("/accepts/0/types", "image/png image/jpeg", "Write [\"image/png\",\"image/jpeg\"]."),
            ("/perform/exec", "bin/resize {width} %F", "Write [\"bin/resize\",\"{width}\",\"%F\"]."),
            ("/accepts/0/max", "20", "not \"20\". Write 20."),
            ("/accepts/0/max", "many", "Write a number without quotation marks"),
            ("/form/0/required", "true", "Write true."), ("/form/0/required", "yes", "Write true."),
            ("/perform/network", "no", "True or false is expected here, not \"no\". Write false."),
            ("/perform/network", 0, "Write false."), ("/perform/network", "wifi", "Write true or false"),
            ("/accepts/0/local", "on", "Write true."), ("/form/0/remember", [], "Write true or false"),
            ("/category", "actions", "\"actions\" is not a value of this key. Write \"action\"."),
            ("/category", "tool", "Write \"action\", \"share\", \"transform\" or \"inspect\"."),
            ("/category", 1, "Write \"action\", \"share\", \"transform\" or \"inspect\"."),
            ("/perform/stdin", "json", "Write \"none\", \"request\" or \"text\"."),
            ("/form/0/type", "string", "Write \"text\", \"multiline\", \"number\""),
            ("/accepts", "image/png", #"Write [{"types":["image/png"]}]."#),
            ("/accepts", ["types": ["image/png"]], "Write it in brackets: [ { … } ]."),
            ("/accepts/0", "image/png", #"Write {"types":["image/png"]}."#),
            ("/accepts/0/max", 2.5, "Write a whole number."),
            ("/accepts/0/types", ["a": 1], "Write a list, such as [\"one\", \"two\"]."),
            ("/accepts/0/types", [[]], "Write a text in quotation marks."),
            ("/title", ["Resize"], "Write a text in quotation marks."),
            ("/perform", "convert %F", #"Write {"exec":["convert","%F"]}."#),
            ("/perform", ["convert"], #"Write {"exec":["convert"]}."#), ("/perform", "mailto:a", "in braces"),
            ("/requires", ["zip"], #"Write {"programs":["zip"]}."#),
            ("/requires", ["programs": "zip"], "in brackets"),
            ("/requires", ["programs": [1]], "Write \"zip\", or [\"wl-copy\", \"xclip\"]"),
            ("/form/0/default", 1024, "not an integer. Write \"1024\"."),
            ("/accepts/0/types", [5], "Write \"5\"."), ("/title", true, "Write \"true\"."),
            (
                "/perform/writes", ["~/x"],
                "\"~/x\" is not a value of this key. "
                    + "Write \"downloads\", \"documents\", \"pictures\", \"home\", \"state\" or \"item\"."
            ),
            ("/perform/writes", ["Picture"], "Write \"pictures\"."),
            ("/perform/writes", "documents", "not \"documents\". Write [\"documents\"]."),
            (
                "/perform/writes", "~",
                "Write a list of \"downloads\", \"documents\", \"pictures\", \"home\", "
                    + "\"state\" or \"item\", as in [\"downloads\"]."
            ),
            ("/match", "some", "\"some\" is not a value of this key. Write \"all\" or \"any\"."),
        ] as [(String, JSON, String)])
    func remedy(pointer: String, value: JSON, advice: String) throws {
        let messages = decode(try manifest(pointer, value)).diagnostics.map(\.message)
        #expect(messages.contains { $0.contains(advice) }, "\(messages)")
    }

    @Test(
        "a title that is not the English one warns",
        arguments: [
            (["en": "Checksums"], [.titleLanguage]), (["en": "Resize"], []), (["en-US": "Checksums"], []),
            (["de": "Verkleinern"], []),
        ] as [(JSON, [Rule])])
    func language(titles: JSON, rules: [Rule]) throws {
        let json = try manifest("/titles", titles)
        let found = decode(json).diagnostics
        #expect(found.map(\.rule) == rules && !found.hasErrors)
        #expect(
            ManifestDecoder(isSystem: false, isGenerated: true, folder: nil).decode(json.serialized)
                .diagnostics == [])
    }

    @Test("an address to begin with that has no scheme warns: the person can complete it")
    func address() throws {
        let field: JSON = ["id": "width", "label": "Server", "type": "url", "default": "nas:5000"]
        let found = decode(try manifest("/form/0", field)).diagnostics
        #expect(found.map(\.pointer) == ["/form/0/default"] && !found.hasErrors)
    }

    @Test(
        "an id that is none is one fault, which names one, whatever reads the answer",
        arguments: [
            ["resize", "{angle}", "%F"], ["resize", "{Angle}", "%F"], ["resize", "--turn={angle}"],
        ])
    func faultyIdentifier(_ exec: [String]) throws {
        var json = try manifest("/form/0/id", "Angle")
        if case .object(var object) = json {
            object.set("perform", ["exec": .array(exec.map { .string($0) })])
            json = .object(object)
        }
        let found = decode(json).diagnostics
        #expect(found.map(\.pointer) == ["/form/0/id"])
        #expect(found.first?.message.hasSuffix("Rename it to angle.") == true)
    }

    @Test("a secret that nothing reads is not asked into an argument, which would be the next fault")
    func unreadSecret() throws {
        var json = try manifest("/form/0/type", "password")
        if case .object(var object) = json {
            object.set("perform", ["exec": ["resize", "%F"]])
            json = .object(object)
        }
        let found = decode(json).diagnostics.filter { $0.rule == .formUnused }
        #expect(found.map(\.pointer) == ["/form/0"])
        #expect(found.first?.message.contains("{width}") == false)
        #expect(found.first?.message.contains("Take it by \"stdin\": \"request\"") == true)
    }

    @Test(
        "options of the wrong form are one fault, which says what to write",
        arguments: [
            (["x"], #"/form/0/options/0: {"value":"x","label":"x"}"#),
            ([["value": "a", "label": "A"], 5], #"/form/0/options/1: {"value":"…","label":"…"}"#),
            ("x", "/form/0/options: a list in brackets: [ … ]"),
        ] as [(JSON, String)])
    func options(_ options: JSON, _ expected: String) throws {
        let field: JSON = [
            "id": "width", "label": "Width", "type": "choice", "options": options, "default": "x",
        ]
        let found = decode(try manifest("/form/0", field)).diagnostics
        let advice = found.map {
            "\($0.pointer ?? ""): \($0.message.split(separator: ". Write ").last ?? "")"
        }
        #expect(advice == [expected + "."])
    }

    @Test(
        "a name in braces that is no field warns where it was hardly meant so",
        arguments: [
            ("{widht}", "Was {width} meant?"), ("--width={Width}", nil),
            ("--width={widt}", "Was {width} meant?"),
            ("{quality}", "Add the field"), ("{ print }", nil), ("{print}{exit}", nil), ("q={quality}", nil),
            ("{text}", "\"stdin\": \"text\""), ("{uri}", "%u"), ("{name}", "\"request\""), ("{}", nil),
            ("{caption}", "\"request\" to be given the caption"),
        ] as [(String, String?)])
    func unknownField(argument: String, advice: String?) throws {
        let exec: JSON = ["resize", "{width}", .string(argument)]
        let found = decode(try manifest("/perform/exec", exec)).diagnostics
        #expect(found.map(\.rule) == (advice == nil ? [] : [.formUnknown]))
        if let advice { #expect(found[0].message.contains(advice) && found[0].severity == .warning) }
    }

    @Test("a field with the name of a word about the content comes first in a link, and warns")
    func fieldOfAWordsName() throws {
        let link: JSON = ["uri": "https://a.b/?{caption}{subject}{width}"]
        #expect(decode(try manifest("/perform", link)).diagnostics == [])
        guard case .object(var whole) = try manifest("/perform", ["uri": "https://a.b/?{caption}{subject}"])
        else { return }
        whole.set("form", [["id": "caption", "label": "Caption", "type": "text"]])
        let found = decode(.object(whole)).diagnostics
        #expect(found.map(\.rule) == [.formUnknown] && found.map(\.pointer) == ["/perform/uri"])
        #expect(found.map(\.severity) == [.warning])
    }

    @Test("the options of a choice may come from a program")
    func optionsOfAProgram() throws {
        let result = decode(try manifest("/form/0", Self.live(["bin/list", "100%%", "{print}"])))
        #expect(result.diagnostics == [] && result.manifest.form.first?.isLive == true)
        #expect(result.manifest.ownPrograms.map(\.path) == ["bin/resize", "bin/list"])
        #expect(result.manifest.innerFolders == ["bin", "bin"])
    }

    private static func deep(_ bytes: Int) -> String { String(repeating: "a/", count: bytes / 2) }

    @Test(
        "the greatest numbers that are taken, and the least",
        arguments: [
            ("/accepts/0/max", JSON.largestInteger), ("/accepts/0/max", 1),
            ("/accepts/0/maxBytes", JSON.largestInteger),
            ("/accepts/0/maxBytes", 1), ("/accepts/0/min", 0),
            ("/perform/timeoutUSec", JSON.largestInteger), ("/position", 0),
            ("/position", JSON.largestInteger),
        ])
    func extremes(pointer: String, value: Int) throws {
        let isSystem = pointer == "/position"
        #expect(decode(try manifest(pointer, .integer(value)), system: isSystem).diagnostics == [])
    }

    @Test("a number beyond 2^53 says what may stand there")
    func numberAdvice() throws {
        let message = { pointer, value in
            decode(try manifest(pointer, .integer(value))).diagnostics.map(\.message)
        }
        #expect(try message("/accepts/0/min", -1) == ["min is -1. Write a number from 0 to 2^53."])
        #expect(
            try message("/accepts/0/max", .max) == [
                "An integer of at most 2^53 is expected here, not 9223372036854775807. "
                    + "Write a smaller number."
            ])
    }

    @Test("a toggle's default may be a boolean, and no other's", arguments: [true, false])
    func toggleDefault(isOn: Bool) throws {
        func field(_ type: String) throws -> ManifestDecoder.Result {
            let field: JSON = [
                "id": "width", "label": "Width", "type": .string(type), "default": .bool(isOn),
            ]
            return decode(try manifest("/form/0", field))
        }
        #expect(try field("toggle").manifest.form.map(\.defaultAnswer) == ["\(isOn)"])
        #expect(try field("toggle").diagnostics == [])
        #expect(try field("text").diagnostics.map(\.rule) == [.manifestType])
    }

    @Test("the schema may be named")
    func schemaKey() throws {
        #expect(decode(try manifest("/$schema", "https://example.org/schema.json")).diagnostics == [])
    }

    @Test(
        "a fault is named by rule and place",
        arguments: [
            ("/manifestVersion", 2, .manifestVersion, "/manifestVersion"),
            ("/manifestVersion", nil, .manifestMissing, "/manifestVersion"),
            ("/manifestVersion", 1.0, .manifestType, "/manifestVersion"),
            ("/identifier", nil, .manifestMissing, "/identifier"),
            ("/identifier", "resize", .identifierForm, "/identifier"),
            ("/identifier", "org..resize", .identifierForm, "/identifier"),
            ("/identifier", "org.1resize", .identifierForm, "/identifier"),
            ("/identifier", "org.-resize", .identifierForm, "/identifier"),
            ("/identifier", "org/../resize.x", .identifierForm, "/identifier"),
            ("/identifier", "org.exämple", .identifierForm, "/identifier"),
            ("/identifier", "org.example.other", .identifierFolder, "/identifier"),
            ("/title", nil, .manifestMissing, "/title"), ("/title", 5, .manifestType, "/title"),
            ("/titles", ["x"], .manifestType, "/titles"),
            ("/icon", nil, .manifestMissing, "/icon"), ("/icon", "../icon.png", .bundlePath, "/icon"),
            ("/icon", "/icon.png", .bundlePath, "/icon"), ("/icon", "icon.gif", .manifestValue, "/icon"),
            ("/category", "print", .manifestValue, "/category"), ("/category", 1, .manifestType, "/category"),
            ("/position", 3, .positionCustom, "/position"), ("/accepts", nil, .manifestMissing, "/accepts"),
            ("/accepts", [], .manifestValue, "/accepts"),
            ("/accepts", ["types"], .manifestType, "/accepts/0"),
            ("/accepts/0/types", [], .manifestValue, "/accepts/0/types"),
            ("/accepts/0/types", ["image"], .manifestValue, "/accepts/0/types/0"),
            ("/accepts/0/types", ["*/png"], .manifestValue, "/accepts/0/types/0"),
            ("/accepts/0/types", "image/*", .manifestType, "/accepts/0/types"),
            ("/accepts/0/except", ["x"], .manifestValue, "/accepts/0/except/0"),
            ("/accepts/0/min", 21, .manifestValue, "/accepts/0/min"),
            ("/accepts/0/min", -1, .manifestValue, "/accepts/0/min"),
            ("/accepts/0/max", 0, .manifestValue, "/accepts/0/max"),
            ("/accepts/0/max", 1.5, .manifestType, "/accepts/0/max"),
            ("/accepts/0/max", .integer(.max), .manifestValue, "/accepts/0/max"),
            ("/accepts/0/max", .integer(JSON.largestInteger + 1), .manifestValue, "/accepts/0/max"),
            ("/accepts/0/max", 1e308, .manifestValue, "/accepts/0/max"),
            ("/accepts/0/min", .integer(.min), .manifestValue, "/accepts/0/min"),
            ("/accepts/0/maxBytes", "1 MB", .manifestType, "/accepts/0/maxBytes"),
            ("/accepts/0/maxBytes", 0, .manifestValue, "/accepts/0/maxBytes"),
            ("/accepts/0/except", many(65), .manifestValue, "/accepts/0/except"),
            ("/$schema", 1, .manifestType, "/$schema"),
            ("/icon", .string(deep(1024) + ".png"), .bundlePath, "/icon"),
            ("/match", "some", .manifestValue, "/match"), ("/requires", [], .manifestType, "/requires"),
            ("/requires/programs", ["convert", []], .manifestValue, "/requires/programs/1"),
            ("/requires/programs", [5], .manifestValue, "/requires/programs/0"),
            ("/requires/services", ["a.b", "a"], .manifestValue, "/requires/services/1"),
            ("/requires/services", ["a/b.c"], .manifestValue, "/requires/services/0"),
            ("/requires/services", [["a.b", "a.1"]], .manifestValue, "/requires/services/0"),
            ("/requires/schemes", ["mailto", "Mailto"], .manifestValue, "/requires/schemes/1"),
            ("/requires/schemes", ["mailto:"], .manifestValue, "/requires/schemes/0"),
            ("/form", [:], .manifestType, "/form"), ("/form/0/id", "Width", .manifestValue, "/form/0/id"),
            ("/form/0/id", "text", .manifestValue, "/form/0/id"),
            ("/form/0/label", nil, .manifestMissing, "/form/0/label"),
            ("/application", "", .manifestValue, "/application"),
            ("/form/0/type", "colour", .manifestValue, "/form/0/type"),
            ("/form/0/type", "choice", .manifestMissing, "/form/0/options"),
            ("/form/0/options", [["value": "a", "label": "A"]], .manifestValue, "/form/0/options"),
            ("/form/0/default", "wide", .manifestValue, "/form/0/default"),
            ("/form/0/optionsExec", ["list"], .manifestValue, "/form/0/optionsExec"),
            ("/form/0", live(["list", "%u"]), .manifestValue, "/form/0/optionsExec/1"),
            ("/form/0", live(["list", "100%"]), .manifestValue, "/form/0/optionsExec/1"),
            ("/form/0", live(["list", "{width}"]), .manifestValue, "/form/0/optionsExec/1"),
            ("/form/0", live([]), .manifestValue, "/form/0/optionsExec"),
            ("/form/0", live(["../list"]), .bundlePath, "/form/0/optionsExec/0"),
            ("/form/0", live("list"), .manifestType, "/form/0/optionsExec"),
            ("/form/0", live(["list"], ["default": "a\nb"]), .manifestValue, "/form/0/default"),
            (
                "/form/0", live(["list"], ["options": [["value": "a", "label": "A"]]]), .manifestValue,
                "/form/0/optionsExec"
            ),
            (
                "/form", .array((0..<7).map { live(["list"], ["id": .string("f\($0)")]) }), .manifestValue,
                "/form"
            ),
            ("/form/0/direct", true, .formDirect, "/form/0/direct"),
            ("/form/0/direct", "yes", .manifestType, "/form/0/direct"),
            ("/form/0", live("list", ["direct": true]), .formDirect, "/form/0/direct"),
            (
                "/form",
                .array((0..<2).map { live(["list"], ["id": .string("f\($0)"), "direct": true]) }),
                .formDirect,
                "/form/1/direct"
            ),
            ("/form/0/required", "yes", .manifestType, "/form/0/required"),
            ("/form/0/remember", "yes", .manifestType, "/form/0/remember"),
            (
                "/form/0", ["id": "width", "label": "W", "type": "password", "remember": true],
                .manifestValue, "/form/0/remember"
            ),
            (
                "/form/0", ["id": "width", "label": "W", "type": "pin", "remember": true],
                .manifestValue, "/form/0/remember"
            ),
            ("/form/0/type", "password", .formSecret, "/perform/exec"),
            ("/perform", nil, .manifestMissing, "/perform"), ("/perform", [:], .performSingle, "/perform"),
            ("/perform/uri", "mailto:x", .performSingle, "/perform"),
            // A warning does not suppress an error.
            ("/perform", ["exce": ["resize", "{width}"]], .performSingle, "/perform"),
            (
                "/form/0",
                [
                    "id": "width", "label": "W", "type": "choice", "default": "b",
                    "options": [["value": "a", "label": "A", "lable": "B"]],
                ], .manifestValue, "/form/0/default"
            ),
            ("/perform/exec", [], .manifestValue, "/perform/exec"),
            ("/perform/exec", ["../resize", "{width}"], .bundlePath, "/perform/exec/0"),
            ("/perform/exec", ["bin/../../resize", "{width}"], .bundlePath, "/perform/exec/0"),
            ("/perform/exec", ["resize", "{width}", "%f"], .performSingle, "/perform/exec/2"),
            ("/perform/each", "yes", .manifestValue, "/perform/each"),
            ("/perform/representations", "all", .manifestValue, "/perform/representations"),
            ("/perform/representations", true, .manifestType, "/perform/representations"),
            ("/perform", ["uri": "mailto:{width}", "each": true], .manifestValue, "/perform/each"),
            ("/perform", ["uri": "mailto:{width}", "each": "together"], .manifestValue, "/perform/each"),
            (
                "/perform", ["exec": ["resize", "{width}", "%f"], "each": "alone"], .manifestValue,
                "/perform/each"
            ),
            (
                "/perform", ["exec": ["resize", "{width}", "%f"], "each": true, "handsOver": true],
                .manifestValue, "/perform/each"
            ),
            ("/perform/exec", ["resize", "{width}", "%d"], .manifestValue, "/perform/exec/2"),
            ("/perform/exec", ["resize", "{width}", "in=%F"], .manifestValue, "/perform/exec/2"),
            ("/perform/exec", ["resize", "%F"], .formUnused, "/form/0"),
            (
                "/perform", ["uri": "https://example.org/?w={width}&x={height}"], .manifestValue,
                "/perform/uri"
            ),
            ("/perform", ["uri": "{width}"], .manifestValue, "/perform/uri"),
            ("/perform/stdin", "file", .manifestValue, "/perform/stdin"),
            ("/perform/timeoutUSec", 0, .manifestValue, "/perform/timeoutUSec"),
            ("/perform/timeoutUSec", .integer(.max), .manifestValue, "/perform/timeoutUSec"),
            ("/perform/writes", ["music"], .manifestValue, "/perform/writes/0"),
        ] as [(String, JSON?, Rule, String)])
    func fault(pointer: String, value: JSON?, rule: Rule, place: String) throws {
        let result = decode(try manifest(pointer, value), folder: "org.example.resize.activity")
        let found = result.diagnostics.first { $0.rule == rule && $0.pointer == place }
        #expect(found != nil, "\(result.diagnostics)")
        #expect(found?.severity == .error)
    }

    @Test(
        "an unknown key warns, and names the one that was meant",
        arguments: [
            ("/vendr", "/vendr", "\"vendor\""), ("/accepts/0/type", "/accepts/0/type", "\"types\""),
            ("/perform/executable", "/perform/executable", "Known here"),
        ])
    func unknownKey(pointer: String, place: String, advice: String) throws {
        let diagnostics = decode(try manifest(pointer, "x")).diagnostics
        let found = try #require(diagnostics.first { $0.rule == .manifestUnknownKey && $0.pointer == place })
        #expect(found.severity == .warning)
        #expect(found.message.contains(advice))
    }

    @Test(
        "what would narrow the activity, and stands where nothing reads it, is an error",
        arguments: [("/network", false), ("/writes", [])] as [(String, JSON)])
    func misplacedNarrowing(pointer: String, value: JSON) throws {
        let diagnostics = decode(try manifest(pointer, value)).diagnostics
        let found = try #require(diagnostics.first { $0.pointer == pointer })
        #expect(found.rule == .manifestUnknownKey && found.severity == .error)
        #expect(found.message.contains("Move it into \"perform\""))
    }

    @Test(
        "a faulty localisation is left out with a warning, and the rest stays",
        arguments: [
            ("/titles/de", 5, .manifestType), ("/titles/not a locale", "x", .manifestValue),
            ("/form/0/labels/de", [], .manifestType), ("/form/0/labels/de", "", .manifestValue),
            ("/form/0/labels/_", "x", .manifestValue),
        ] as [(String, JSON, Rule)])
    func faultyLocalisation(pointer: String, value: JSON, rule: Rule) throws {
        let result = decode(try manifest(pointer, value))
        #expect(result.diagnostics.map(\.rule) == [rule])
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.pointer) == [pointer])
        #expect(result.manifest.titles["zh-CN"] == "缩放")
    }

    @Test("a value of a wrong type at any key is reported at that key")
    func everyKeyOfEveryType() throws {
        guard case .object(let object) = Self.whole else { return }
        let text: Set<String> = [
            "version", "vendor", "product", "application", "title", "identifier", "icon",
        ]
        for key in object.names {
            for wrong in [true, 5, 1.5, "x", [], [1], ["a": 1]] as [JSON] {
                if case .string = wrong, text.contains(key) { continue }
                if wrong == [], key == "form" { continue }
                let diagnostics = decode(try manifest("/" + key, wrong)).diagnostics
                let found = diagnostics.contains { $0.pointer?.hasPrefix("/" + key) == true }
                #expect(found, "\(key) = \(wrong): \(diagnostics)")
            }
        }
    }

    @Test("what is no JSON, too large or no object is one diagnostic")
    func notAManifest() {
        func rules(_ text: String) -> [Rule] {
            ManifestDecoder(isSystem: false, folder: nil).decode(Array(text.utf8)).diagnostics.map(\.rule)
        }
        #expect(rules("{\"manifestVersion\": 1,}") == [.manifestJSON])
        #expect(rules("// hello\n{}") == [.manifestJSON])
        #expect(rules("") == [.manifestJSON])
        #expect(rules("[]") == [.manifestType])
        #expect(rules(String(repeating: " ", count: 65_537)) == [.manifestBytes])
    }

    @Test("a system activity needs its position")
    func systemPosition() throws {
        #expect(decode(Self.whole, system: true).diagnostics.map(\.rule) == [.manifestMissing])
        #expect(decode(try manifest("/position", 10), system: true).diagnostics == [])
    }

    @Test("seven questions are a warning")
    func longForm() throws {
        let fields: [JSON] = (0..<7).map { ["id": .string("f\($0)"), "label": "F", "type": "text"] }
        var json = try manifest("/form", .array(fields))
        if case .object(var object) = json {
            object.set("perform", ["exec": ["act"], "stdin": "request"])
            json = .object(object)
        }
        let diagnostics = decode(json).diagnostics
        #expect(diagnostics.map(\.rule) == [.formLong])
        #expect(diagnostics.map(\.severity) == [.warning])
    }
}
