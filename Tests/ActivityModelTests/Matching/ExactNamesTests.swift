// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing

/// Names that are canonically equivalent but different.
struct ExactNamesTests {
    @Test func `A type is its own spelling`() {
        for text in ["text/\u{212A}", "a/b\u{37E}x=1", "x-\u{212A}/*"] {
            #expect(ContentType(text) == nil)
            #expect(TypePattern(text) == nil)
        }
    }

    @Test(arguments: [("a/b;\u{37E}", "a/b\u{37E};"), ("a/k;K", "a/k\u{37E}K")])
    func `Content of a type that is none is refused beside one that is`(type: String, other: String) throws {
        #expect(type == other)
        func items(_ types: [String]) throws -> Content {
            try Content(types.map { Item(Representation(type: $0)) })
        }
        #expect(try items([type]).types.count == 1)
        #expect(throws: ContentFault.self) { try items([type, other]) }
        let many = (0..<20).map { "a/t\($0)" }
        #expect(throws: ContentFault.self) { try items(many + [type, other]) }
    }

    @Test func `Patterns read one after the other do not stand for one another`() {
        let manifests = ["a/b;\u{37E}", "a/b\u{37E};"].map { type in
            """
            {"manifestVersion":1,"identifier":"org.example.a","title":"A","icon":"icon.png","category":"action",
            "accepts":[{"types":["\(type)"]}],"perform":{"exec":["run","%U"]}}
            """
        }
        let decoder = ManifestDecoder(isSystem: false, folder: nil)
        #expect(decoder.decode(Array(manifests[0].utf8)).diagnostics == [])
        #expect(decoder.decode(Array(manifests[1].utf8)).diagnostics.map(\.rule) == [.manifestValue])
    }

    @Test func `The type database takes no type from a line that names none`() throws {
        var types = ContentTypeDatabase()
        types.add(aliases: "text/\u{212A} application/x-secret\n")
        types.add(subclasses: "text/k\u{37E} application/x-secret\ntext/k text/x-parent\n")
        let type = try #require(ContentType("text/k"))
        #expect(
            types.names(of: type).exact == [
                "text/k", "text/x-parent", "text/plain", "application/octet-stream",
            ])
    }

    @Test(arguments: ["\u{212A}o", "\u{212A}O-\u{212A}R", "de_DE@\u{212A}"])
    func `A locale is ASCII`(text: String) {
        #expect(LocaleTag(text) == nil)
    }

    @Test(arguments: [("\u{E9}", "e\u{301}"), ("\u{C5}", "\u{212B}"), ("K", "\u{212A}")])
    func `A choice is one of its options' own values`(value: String, other: String) {
        let options = [FormField.Option(value: value, label: "A", labels: [:])]
        #expect(FormField.Kind.choice.fault(of: value, options: options) == nil)
        #expect(FormField.Kind.choice.fault(of: other, options: options) != nil)
    }

    @Test func `The folder bears the identifier itself`() {
        let manifest = """
            {"manifestVersion":1,"identifier":"org.example.K","title":"A","icon":"icon.png","category":"action",
            "accepts":[{"types":["a/b"]}],"perform":{"exec":["run","%U"]}}
            """
        func rules(_ folder: String) -> [Rule] {
            ManifestDecoder(isSystem: false, folder: folder).decode(Array(manifest.utf8)).diagnostics.map(
                \.rule)
        }
        #expect(rules("org.example.K.activity") == [])
        #expect(rules("org.example.\u{212A}.activity") == [.identifierFolder])
    }

    @Test func `Only an activity's own identifier excludes it, and only an app's own name makes it its own`()
        throws
    {
        var manifest = Manifest()
        manifest.identifier = "org.example.K"
        manifest.application = "org.K"
        manifest.accepts = [Manifest.Clause(types: [.anything])]
        let record = BundleRecord(
            identifier: "org.example.K", path: "/org.example.K.activity", source: .custom, manifest: manifest)
        let bundle = Bundle(record, standing: .present, diagnostics: [])
        let content = try Content([Item(Representation(type: "a/b"))]).outline
        func code(_ exclude: [String], _ application: String?) -> Verdict.Code {
            let request = Request(
                content: content, exclude: exclude, application: application, types: ContentTypeDatabase())
            return bundle.evaluate(request).code
        }
        #expect(code(["org.example.\u{212A}"], nil) == .listed)
        #expect(code(["org.example.\u{212A}", "org.example.K"], nil) == .excludedByRequest)
        #expect(code([], "org.\u{212A}") == .listed)
        #expect(code([], "org.K") == .ownApplication)
    }
}
