// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import DaemonSupport
import StrictJSON
import TestSupport
import Testing

/// The JSON Schema for editors and the decoder know the same keys and accept the same values.
struct SchemaTests {
    private static let path = Checkout.path + "/share/activity-manifest.schema.json"
    private static let schema: JSON = (try? JSON(parsing: Files.read(path))) ?? .null

    /// Rules that hold of a manifest alone, which a schema can express.
    private static let rules: Set<Rule> = [
        .manifestType, .manifestMissing, .manifestValue, .manifestVersion, .identifierForm, .performSingle,
        .bundlePath, .titleEmpty, .transformNetwork, .transformWrites, .transformArguments,
    ]

    /// A schema does not compare two values of a document: min with max, a choice's default with its options.
    private static let compared: Set<String> = [
        "/accepts/0/min", "/accepts/0/max", "/form/0/default", "/form/0/options/0/value",
    ]

    // MARK: Keys

    /// The schema's objects by name, and where a manifest has them.
    static let objects: [(name: String, pointer: String)] = [
        ("", ""), ("clause", "/accepts/0"), ("requires", "/requires"), ("field", "/form/0"),
        ("option", "/form/0/options/0"), ("perform", "/perform"),
    ]

    private static func object(_ name: String) throws -> JSON.Object {
        let top = try JSON.Object(json: schema)
        if name.isEmpty { return top }
        let definitions: JSON.Object = try top.read("$defs")
        if let definition = definitions.value(name) { return try JSON.Object(json: definition) }
        return try (top.read("properties") as JSON.Object).read(name)
    }

    private static func properties(_ name: String) throws -> JSON.Object {
        try object(name).read("properties")
    }

    @Test(arguments: objects.map(\.name))
    func everyKeyIsDescribed(_ name: String) throws {
        for (key, value) in try Self.properties(name).members {
            let property = try JSON.Object(json: value)
            let reference: String? = try property.read("$ref")
            let target = try reference.map { try Self.object(String($0.dropFirst("#/$defs/".count))) }
            let description: String? = try property.read("description") ?? target?.read("description")
            #expect((description ?? "").count > 10, "\(name)/\(key)")
        }
    }

    @Test(arguments: objects)
    func schemaAndDecoderKnowTheSameKeys(_ name: String, _ pointer: String) throws {
        let manifest = EveryKey.manifest.setting(pointer + "/nonsense", 1)
        let found = ManifestDecoder(isSystem: false, folder: nil).decode(manifest.serialized).diagnostics
        let message = try #require(found.first { $0.rule == .manifestUnknownKey }).message
        let known = try #require(message.split(separator: "Known here: ").last).dropLast()
        let keys = known.replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
        #expect(Set(keys) == Set(try Self.properties(name).names), "\(message)")
    }

    // MARK: Values

    /// A value in the place of each that a manifest has, and each key left out.
    ///
    /// Null is no odd value: the decoder takes it for absent, and an editor need not offer it.
    private static let variants: [(name: String, manifest: JSON)] = {
        let odd: [JSON] = [
            "", "x", " ", "a b", "A.B", "../x", "/x", "%F", "{x}", "x/y", "*/*", 0, 1, -1, 2, 65, 1_000_000,
            true, false, .integer(.max), .integer(.min), .integer(JSON.largestInteger),
            .integer(JSON.largestInteger + 1), [], [[]], [:], [""], ["x"], ["x", "x"], ["": ""], ["de": ""],
            ["x": 1], .number(1.5),
        ]
        var variants: [(String, JSON)] = []
        let manifests = [
            (EveryKey.manifest, ""), (EveryKey.transform, " of a transform"),
            (EveryKey.inspector, " of an inspector"),
        ]
        for (manifest, kind) in manifests {
            for pointer in EveryKey.spoilt(manifest).map(\.pointer) {
                variants.append(("without \(pointer)\(kind)", manifest.setting(pointer, nil)))
                for value in odd {
                    let text = String(decoding: value.serialized, as: UTF8.self)
                    variants.append(("\(pointer) = \(text)\(kind)", manifest.setting(pointer, value)))
                }
            }
        }
        return variants
    }()

    @Test func schemaAndDecoderTakeTheSameValues() throws {
        try Python.require("jsonschema")
        let manifests = Scratch()
        var names: [String: String] = [:]
        var refused: Set<String> = []
        for (number, (name, manifest)) in Self.variants.enumerated() {
            let path = manifests("\(number).json")
            Files.write(path, manifest.serialized)
            names[path] = name
            if Self.isRefused(manifest) { refused.insert(name) }
        }
        let bySchema = Set(try Schema.refused(names.keys.sorted(), by: Self.path).compactMap { names[$0] })
        #expect(bySchema.subtracting(refused).sorted() == [], "the schema alone refuses these")
        let alone = refused.subtracting(bySchema).filter { name in
            !Self.compared.contains { name.hasPrefix($0 + " ") }
        }
        #expect(alone.sorted() == [], "the decoder alone refuses these")
    }

    /// As a bundle's own; a localisation that is dropped counts, though it rejects nothing.
    private static func isRefused(_ manifest: JSON) -> Bool {
        let result = ManifestDecoder(isSystem: false, folder: nil).decode(manifest.serialized)
        let titles = [("", result.manifest.title)] + result.manifest.titles.map { ($0.locale, $0.title) }
        let isEmpty = titles.contains { $0.1.allSatisfy(\.isWhitespace) }
        return isEmpty || result.diagnostics.contains { rules.contains($0.rule) }
    }
}
