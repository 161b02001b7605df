// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@testable import ActivityModel

/// A row: an activity's rules, a selection, and the expected result of the evaluation.
struct MatchCase: Sendable, CustomTestStringConvertible {
    let name: String
    var accepts: String
    var match = "all"
    var perform = #"{"exec": ["act", "%U"]}"#
    let items: [Representation]
    /// Alternatives of the first item.
    var alternatives: [Representation] = []
    let code: Verdict.Code
    var clause: Int?
    var item: Int?
    var taken: [Int]?

    var testDescription: String { name }
}

private func item(_ type: String, _ size: Int? = nil, uri: String? = nil, text: String? = nil)
    -> Representation
{
    Representation(type: type, uri: uri, text: text, name: nil, size: size)
}

private let image = #"[{"types": ["image/*"]}]"#
private let localFiles = #"[{"types": ["*/*", "inode/directory"], "local": true}]"#
private let anything = #"[{"types": ["*/*"]}]"#
private let imageAndText = #"[{"types": ["image/*"], "max": 2}, {"types": ["text/plain"], "min": 1}]"#
private let path = #"{"exec": ["act", "%F"]}"#

@Suite("Content against activation rules")
struct EvaluationTests {
    static let types: ContentTypeDatabase = {
        var types = ContentTypeDatabase()
        types.add(
            aliases:
                "image/x-bmp image/bmp\nimage/x-ms-bmp image/bmp\n"
                + "application/x-pdf application/pdf\nimage/pdf application/pdf\n"
        )
        types.add(
            subclasses: """
                text/x-python text/plain
                text/x-python3 text/x-python
                image/svg+xml application/xml
                application/xml text/plain
                application/vnd.comicbook+zip application/zip
                image/x-loop image/x-loop
                """)
        return types
    }()

    static let cases: [MatchCase] = [
        // Types
        MatchCase(
            name: "one type", accepts: #"[{"types": ["image/png"]}]"#, items: [item("image/png")],
            code: .listed),
        MatchCase(
            name: "another type", accepts: #"[{"types": ["image/png"]}]"#, items: [item("image/jpeg")],
            code: .typeNotAccepted, item: 0),
        MatchCase(name: "a kind", accepts: image, items: [item("image/webp")], code: .listed),
        MatchCase(
            name: "a kind is no prefix", accepts: #"[{"types": ["image/*"]}]"#, items: [item("imagery/png")],
            code: .typeNotAccepted, item: 0),
        MatchCase(name: "case", accepts: image, items: [item("IMAGE/PNG")], code: .listed),
        MatchCase(
            name: "parameters", accepts: #"[{"types": ["text/plain"]}]"#,
            items: [item("text/plain;charset=utf-8")],
            code: .listed),
        MatchCase(
            name: "a pattern's case and parameters", accepts: #"[{"types": ["Text/Plain; charset=utf-8"]}]"#,
            items: [item("text/plain")], code: .listed),
        MatchCase(
            name: "anything takes a file", accepts: anything, items: [item("application/pdf")],
            code: .listed),
        MatchCase(
            name: "anything takes text", accepts: anything, items: [item("text/plain", text: "hello")],
            code: .listed),
        MatchCase(
            name: "anything takes no folder", accepts: anything, items: [item("inode/directory")],
            code: .typeNotAccepted,
            item: 0),
        MatchCase(
            name: "anything takes no link", accepts: anything, items: [item("x-scheme-handler/https")],
            code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "a folder by name", accepts: #"[{"types": ["inode/directory"]}]"#,
            items: [item("inode/directory")],
            code: .listed),
        MatchCase(
            name: "any inode", accepts: #"[{"types": ["inode/*"]}]"#, items: [item("inode/directory")],
            code: .listed),
        MatchCase(
            name: "a link by its scheme", accepts: #"[{"types": ["x-scheme-handler/https"]}]"#,
            items: [item("x-scheme-handler/https", uri: "https://example.org/")], code: .listed),
        MatchCase(
            name: "a geo link is no web link",
            accepts: #"[{"types": ["x-scheme-handler/http", "x-scheme-handler/https"]}]"#,
            items: [item("x-scheme-handler/geo", uri: "geo:48.1,11.6")], code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "a geo link is a link", accepts: #"[{"types": ["x-scheme-handler/*"]}]"#,
            items: [item("x-scheme-handler/geo", uri: "geo:48.1,11.6")], code: .listed),
        // The database
        MatchCase(
            name: "a subclass", accepts: #"[{"types": ["text/plain"]}]"#, items: [item("text/x-python")],
            code: .listed),
        MatchCase(
            name: "a subclass of a subclass", accepts: #"[{"types": ["text/plain"]}]"#,
            items: [item("text/x-python3")],
            code: .listed),
        MatchCase(
            name: "not the other way round", accepts: #"[{"types": ["text/x-python"]}]"#,
            items: [item("text/plain")],
            code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "an ancestor's kind", accepts: #"[{"types": ["text/*"]}]"#, items: [item("image/svg+xml")],
            code: .listed),
        MatchCase(
            name: "an alias for its type", accepts: #"[{"types": ["image/bmp"]}]"#,
            items: [item("image/x-bmp")],
            code: .listed),
        MatchCase(
            name: "a type for its alias", accepts: #"[{"types": ["image/x-bmp"]}]"#,
            items: [item("image/bmp")],
            code: .listed),
        MatchCase(
            name: "an alias for another alias", accepts: #"[{"types": ["image/x-bmp"]}]"#,
            items: [item("image/x-ms-bmp")], code: .listed),
        MatchCase(
            name: "not the kind of an alias", accepts: #"[{"types": ["image/*"]}]"#,
            items: [item("application/pdf")], code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "an alias has its own kind", accepts: #"[{"types": ["image/*"]}]"#,
            items: [item("image/pdf")], code: .listed),
        MatchCase(
            name: "text/* is a text/plain", accepts: #"[{"types": ["text/plain"]}]"#,
            items: [item("text/x-unheard-of")],
            code: .listed),
        MatchCase(
            name: "a file is a stream of bytes", accepts: #"[{"types": ["application/octet-stream"]}]"#,
            items: [item("image/png")], code: .listed),
        MatchCase(
            name: "a folder is none", accepts: #"[{"types": ["application/octet-stream"]}]"#,
            items: [item("inode/directory")], code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "application/* takes no picture", accepts: #"[{"types": ["application/*"]}]"#,
            items: [item("image/png")], code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "a subclass of itself ends", accepts: #"[{"types": ["image/x-other"]}]"#,
            items: [item("image/x-loop")], code: .typeNotAccepted, item: 0),
        // Except
        MatchCase(
            name: "excepted", accepts: #"[{"types": ["image/*"], "except": ["image/svg+xml"]}]"#,
            items: [item("image/svg+xml")], code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "excepted by an ancestor", accepts: #"[{"types": ["*/*"], "except": ["text/plain"]}]"#,
            items: [item("text/x-python")], code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "excepted in one clause, taken by the next",
            accepts:
                #"[{"types": ["image/*"], "except": ["image/gif"]}, {"types": ["image/gif"], "max": 1}]"#,
            items: [item("image/gif")], code: .listed, taken: [0]),
        // Counts
        MatchCase(
            name: "too many", accepts: #"[{"types": ["image/*"], "max": 2}]"#,
            items: [item("image/png"), item("image/png"), item("image/png")], code: .tooManyItems, clause: 0,
            item: 2),
        MatchCase(
            name: "too few", accepts: #"[{"types": ["image/*"], "min": 2}]"#, items: [item("image/png")],
            code: .tooFewItems, clause: 0),
        MatchCase(
            name: "too few of a clause that took nothing", accepts: imageAndText, items: [item("image/png")],
            code: .tooFewItems, clause: 1),
        MatchCase(
            name: "two clauses, each within its bounds", accepts: imageAndText,
            items: [item("image/png"), item("text/plain"), item("image/gif")], code: .listed,
            taken: [0, 1, 2]),
        MatchCase(
            name: "too many of one of two clauses", accepts: imageAndText,
            items: [item("image/png"), item("text/plain"), item("image/gif"), item("image/gif")],
            code: .tooManyItems,
            clause: 0, item: 3),
        MatchCase(
            name: "an item belongs to the first clause that takes it",
            accepts: #"[{"types": ["image/png"], "max": 1}, {"types": ["image/*"]}]"#,
            items: [item("image/png"), item("image/png")], code: .tooManyItems, clause: 0, item: 1),
        // Sizes
        MatchCase(
            name: "large enough to the byte", accepts: #"[{"types": ["*/*"], "maxBytes": 100}]"#,
            items: [item("image/png", 100)], code: .listed),
        MatchCase(
            name: "too large", accepts: #"[{"types": ["*/*"], "maxBytes": 100}]"#,
            items: [item("image/png", 5), item("image/png", 101)], code: .tooLarge, clause: 0, item: 1),
        MatchCase(
            name: "an unknown size passes", accepts: #"[{"types": ["*/*"], "maxBytes": 100}]"#,
            items: [item("image/png")], code: .listed),
        MatchCase(
            name: "too large for one clause, taken by the next",
            accepts: #"[{"types": ["*/*"], "maxBytes": 100}, {"types": ["image/*"]}]"#,
            items: [item("image/png", 101)],
            code: .listed),
        // All and any
        MatchCase(
            name: "all: one foreign item", accepts: image,
            items: [item("image/png"), item("application/pdf")],
            code: .typeNotAccepted, item: 1),
        MatchCase(
            name: "any: one foreign item is left aside", accepts: image, match: "any",
            items: [item("application/pdf"), item("image/png"), item("text/plain"), item("image/gif")],
            code: .listed,
            taken: [1, 3]),
        MatchCase(
            name: "any: none is taken", accepts: image, match: "any",
            items: [item("application/pdf"), item("text/plain")],
            code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "any: too many are too many", accepts: #"[{"types": ["image/*"], "max": 1}]"#, match: "any",
            items: [item("image/png"), item("text/plain"), item("image/png")], code: .tooManyItems, clause: 0,
            item: 2),
        MatchCase(
            name: "any: a large one is left aside", accepts: #"[{"types": ["image/*"], "maxBytes": 10}]"#,
            match: "any",
            items: [item("image/png", 11), item("image/png", 9)], code: .listed, taken: [1]),
        MatchCase(
            name: "any: only a size stands between", accepts: #"[{"types": ["image/*"], "maxBytes": 10}]"#,
            match: "any",
            items: [item("text/plain"), item("image/png", 11)], code: .tooLarge, clause: 0, item: 1),
        // Several reasons
        MatchCase(
            name: "a type comes before a size", accepts: #"[{"types": ["image/*"], "maxBytes": 10}]"#,
            items: [item("image/png", 11), item("text/plain")], code: .typeNotAccepted, item: 1),
        MatchCase(
            name: "a size comes before a count",
            accepts: #"[{"types": ["image/*"], "maxBytes": 10, "max": 1}]"#,
            items: [item("image/png"), item("image/png"), item("image/png", 11)], code: .tooLarge, clause: 0,
            item: 2),
        MatchCase(
            name: "too many comes before too few",
            accepts: #"[{"types": ["text/*"], "min": 1}, {"types": ["image/*"], "max": 1}]"#,
            items: [item("image/png"), item("image/png")], code: .tooManyItems, clause: 1, item: 1),
        // Paths
        MatchCase(
            name: "a path for a file", accepts: anything, perform: path,
            items: [item("image/png", uri: "file:///home/ada/a.png")], code: .listed),
        MatchCase(
            name: "local: a file of this machine", accepts: localFiles,
            items: [item("image/png", uri: "file:///a.png"), item("inode/directory", uri: "file:///a")],
            code: .listed),
        MatchCase(
            name: "local: what was not said counts as a file", accepts: localFiles,
            items: [item("image/png")],
            code: .listed),
        MatchCase(
            name: "local: no text", accepts: localFiles, items: [item("text/plain", text: "hello")],
            code: .notALocalFile, clause: 0, item: 0),
        MatchCase(
            name: "local: no link", accepts: #"[{"types": ["x-scheme-handler/*"], "local": true}]"#,
            items: [item("x-scheme-handler/https", uri: "https://example.org")], code: .notALocalFile,
            clause: 0,
            item: 0),
        MatchCase(
            name: "local: nothing on a server", accepts: localFiles,
            items: [item("image/png", uri: "file:///a.png"), item("image/png", uri: "sftp://host/a.png")],
            code: .notALocalFile, clause: 0, item: 1),
        MatchCase(
            name: "local: another clause may take what lies elsewhere",
            accepts: #"[{"types": ["*/*"], "local": true}, {"types": ["text/plain"]}]"#,
            items: [item("text/plain", text: "hello"), item("image/png")], code: .listed),
        MatchCase(
            name: "local: under any it is left aside", accepts: localFiles, match: "any",
            items: [item("text/plain", text: "hello"), item("image/png")], code: .listed),
        MatchCase(
            name: "local: under any where nothing is taken", accepts: localFiles, match: "any",
            items: [item("text/plain", text: "hello"), item("x-scheme-handler/https")], code: .notALocalFile,
            clause: 0, item: 0),
        MatchCase(
            name: "local: a place comes before a size",
            accepts: #"[{"types": ["*/*"], "local": true, "maxBytes": 10}]"#,
            items: [item("image/png", 11), item("text/plain", text: "hello")], code: .notALocalFile,
            clause: 0,
            item: 1),
        MatchCase(
            name: "no path for a remote file", accepts: anything, perform: path,
            items: [item("image/png", uri: "sftp://host/a.png")], code: .notALocalFile, clause: 0, item: 0),
        MatchCase(
            name: "no path for another machine's file", accepts: anything, perform: path,
            items: [item("image/png", uri: "file://host/a.png")], code: .notALocalFile, clause: 0, item: 0),
        MatchCase(
            name: "no path for a link", accepts: #"[{"types": ["x-scheme-handler/https"]}]"#, perform: path,
            items: [item("x-scheme-handler/https")], code: .notALocalFile, clause: 0, item: 0),
        MatchCase(
            name: "text becomes a file", accepts: anything, perform: path,
            items: [item("text/plain", text: "hello")],
            code: .listed),
        MatchCase(
            name: "what was not said counts as a file", accepts: anything, perform: path,
            items: [item("image/png")],
            code: .listed),
        MatchCase(
            name: "a remote file on standard input", accepts: anything,
            perform: #"{"exec": ["act", "%F"], "stdin": "request"}"#,
            items: [item("image/png", uri: "sftp://host/a.png")], code: .listed),
        MatchCase(
            name: "a path comes before a size", accepts: #"[{"types": ["*/*"], "maxBytes": 10}]"#,
            perform: path,
            items: [item("image/png", 11), item("image/png", uri: "sftp://host/a.png")], code: .notALocalFile,
            clause: 0,
            item: 1),
        MatchCase(
            name: "a path comes before the same item's size",
            accepts: #"[{"types": ["*/*"], "maxBytes": 10}]"#,
            perform: path, items: [item("image/png", 11, uri: "sftp://host/a.png")], code: .notALocalFile,
            clause: 0,
            item: 0),
        // Alternatives
        MatchCase(
            name: "a picture that is also a link", accepts: #"[{"types": ["x-scheme-handler/https"]}]"#,
            items: [item("image/png")], alternatives: [item("x-scheme-handler/https")], code: .listed,
            taken: [0]),
        MatchCase(
            name: "no representation fits", accepts: #"[{"types": ["text/plain"]}]"#,
            items: [item("image/png")],
            alternatives: [item("x-scheme-handler/https")], code: .typeNotAccepted, item: 0),
        MatchCase(
            name: "the smaller representation", accepts: #"[{"types": ["image/*"], "maxBytes": 10}]"#,
            items: [item("image/tiff", 11)], alternatives: [item("image/jpeg", 9)], code: .listed,
            taken: [0]),
    ]

    @Test("the table", arguments: cases)
    func evaluates(_ row: MatchCase) throws {
        let bundle = try activity(accepts: row.accepts, match: row.match, perform: row.perform)
        var items = row.items.map { Item($0) }
        items[0] = Item(row.items[0], alternatives: row.alternatives)
        let request = Request(content: try Content(items).outline, types: Self.types)
        let verdict = bundle.evaluate(request)
        let message = bundle.explanation(of: verdict, request)
        #expect(verdict.code == row.code, "\(message)")
        #expect(verdict.clause == row.clause)
        #expect(verdict.item == row.item)
        if let taken = row.taken { #expect(verdict.taken.map(\.item) == taken) }
        #expect(message.hasSuffix("."))
    }

    @Test(
        "the advice on a type fits what is asked of the activity",
        arguments: [
            (
                anything, false, "x-scheme-handler/https",
                "*/* covers files and texts only. Add \"x-scheme-handler/https\" to"
            ),
            (
                anything, false, "inode/directory",
                "*/* covers files and texts only. Add \"inode/directory\" to"
            ),
            (image, false, "text/plain", "it takes image/*. Add \"text/plain\" to a clause's \"types\""),
            (anything, true, "x-scheme-handler/https", "Add \"x-scheme-handler/https\""),
            (anything, true, "inode/directory", "Add \"inode/directory\""),
        ])
    func advice(accepts: String, isTransform: Bool, type: String, sentence: String) throws {
        var manifest = try activity(accepts: accepts).manifest
        if isTransform { manifest.transform = Transform() }
        let record = BundleRecord(identifier: "a.b", path: "/b", source: .custom, manifest: manifest)
        let bundle = Bundle(record, standing: .present, diagnostics: [])
        let request = Request(content: try Content([Item(item(type))]).outline, types: Self.types)
        let message = bundle.explanation(of: bundle.evaluate(request), request)
        #expect(message.contains(sentence), "\(message)")
    }

    @Test("a transform has no network, and is given no files of other machines")
    func remoteFiles() throws {
        var manifest = try activity(accepts: #"[{"types": ["*/*", "x-scheme-handler/https"]}]"#).manifest
        (manifest.transform, manifest.match) = (Transform(), .any)
        let record = BundleRecord(identifier: "a.b", path: "/b", source: .custom, manifest: manifest)
        let bundle = Bundle(record, standing: .present, diagnostics: [])
        func item(_ type: String, _ uri: String?) -> Item {
            Item(Representation(type: type, uri: uri, text: uri == nil ? "https://a/" : nil))
        }
        let items = [
            item("text/plain", "sftp://nas/a.txt"), item("text/plain", "file:///a.txt"),
            item("x-scheme-handler/https", "https://a/"), item("text/plain", nil),
        ]
        let request = Request(content: try Content(items).outline, types: Self.types)
        #expect(bundle.changed(of: request, texts: []) == [1, 2, 3])
        #expect(bundle.changed(of: request, texts: ["none", "See https://a/"]) == [-1, 1, 2, 3])
        let alone = Request(content: try Content([items[0]]).outline, types: Self.types)
        let verdict = bundle.evaluate(alone)
        #expect(verdict.code == .notALocalFile && verdict.item == 0)
        #expect(bundle.explanation(of: verdict, alone).contains("a transform has no network"))
        #expect(bundle.changed(of: alone, texts: ["https://a/"]) == [-1])
        #expect(bundle.changed(of: alone, texts: ["http://a/"]) == [])
    }

    @Test("an inspector is in no list, whatever the content and the elections")
    func inspector() throws {
        var manifest = Manifest()
        manifest.isInspector = true
        let record = BundleRecord(identifier: "a.b", path: "/b", source: .system, manifest: manifest)
        let bundle = Bundle(record, standing: .present, diagnostics: [])
        let elections = Elections(admin: ["*": AdminElection(.ignore, isLocked: true)], allowed: [.empty])
        let request = Request(
            content: try Content([Item(item("text/plain"))]).outline, elections: elections, types: Self.types)
        #expect(bundle.evaluate(request) == Verdict(.inspect))
        #expect(bundle.explanation(of: Verdict(.inspect), request).contains("in no list"))
        #expect(bundle.state(under: elections) == .active)
        #expect(bundle.changed(of: request, texts: ["https://a/"]).isEmpty)
    }

    @Test("the representation that is handed over is the first that the clause takes")
    func firstRepresentation() throws {
        let bundle = try activity(accepts: #"[{"types": ["text/plain", "x-scheme-handler/*"]}]"#)
        let content = try Content([
            Item(item("image/png"), alternatives: [item("x-scheme-handler/https"), item("text/plain")])
        ]).outline
        #expect(
            bundle.evaluate(Request(content: content, types: Self.types)).taken.map(\.representation) == [1])
    }

    @Test(
        "programs are named only where one of them is all that is missing",
        arguments: [
            ([["convert", "magick"]], "image/png", ["convert", "magick"]),
            ([["convert", "magick"]], "text/plain", nil),
            ([["convert"], ["optipng"]], "image/png", nil),
            ([], "image/png", nil),
        ] as [([[String]], String, [String]?)])
    func missingPrograms(missing: [[String]], type: String, named: [String]?) throws {
        let bundle = try activity(accepts: image, missing: missing)
        let content = try Content([Item(item(type))]).outline
        #expect(bundle.missingPrograms(for: Request(content: content, types: Self.types)) == named)
    }

    @Test("reasons outside the content come first, in their order")
    func precedence() throws {
        let bundle = try activity(
            accepts: image, application: "org.example.App", missing: [["convert", "magick"]])
        let content = try Content([Item(item("text/plain"))]).outline
        let id = bundle.identifier
        func code(
            _ elections: Elections = Elections(), _ application: String? = nil, _ exclude: Set<String> = []
        ) -> Verdict.Code {
            bundle.evaluate(
                Request(
                    content: content, exclude: exclude, application: application, elections: elections,
                    types: Self.types)
            ).code
        }
        #expect(
            code(Elections(admin: [id: AdminElection(.ignore)], person: [id: .ignore])) == .ignoredByPerson)
        #expect(
            code(Elections(admin: [id: AdminElection(.ignore, isLocked: true)], person: [id: .use]))
                == .ignoredByAdmin)
        #expect(code(Elections(admin: [id: AdminElection(.ignore)])) == .ignoredByAdmin)
        #expect(code(Elections(admin: [id: AdminElection(.ignore)], person: [id: .use])) == .programMissing)
        let there = try activity(accepts: image, application: "org.example.App")
        func verdict(_ application: String?, _ exclude: Set<String>) -> Verdict.Code {
            there.evaluate(
                Request(content: content, exclude: exclude, application: application, types: Self.types)
            ).code
        }
        #expect(verdict("org.example.App", [id]) == .ownApplication)
        #expect(verdict("org.example.Other", [id]) == .excludedByRequest)
        #expect(verdict(nil, []) == .typeNotAccepted)
    }
}

extension EvaluationTests {
    @Test(
        "numbers as large as they come are compared, and nothing is added to them", arguments: ["all", "any"])
    func extremes(match: String) throws {
        let large = JSON.largestInteger
        let activity = try activity(
            accepts: #"[{"types": ["image/*"], "min": 1, "max": \#(large), "maxBytes": \#(large)}]"#,
            match: match)
        let content = try Content([Item(item("image/png", large)), Item(item("image/png", 0))]).outline
        let request = Request(content: content, types: Self.types)
        #expect(activity.evaluate(request).taken.count == 2)
        var manifest = activity.manifest
        manifest.accepts[0].max = .max
        manifest.accepts[0].maxBytes = .max
        let record = BundleRecord(identifier: "a.b", path: "/b", source: .custom, manifest: manifest)
        let verdict = Bundle(record, standing: .present, diagnostics: []).evaluate(request)
        #expect(verdict.taken.count == 2)
        let over = try Content([Item(item("image/png", .max))]).outline
        #expect(activity.evaluate(Request(content: over, types: Self.types)).code == .tooLarge)
    }
}

/// An activity as loaded from the disk.
func activity(
    _ identifier: String = "org.example.act", accepts: String, match: String = "all",
    perform: String = #"{"exec": ["act"]}"#, application: String? = nil, missing: [[String]] = []
) throws -> Bundle {
    let text = """
        {"manifestVersion": 1, "identifier": "\(identifier)", "title": "Act", "icon": "icon.png", "category": "action",
         "accepts": \(accepts), "match": "\(match)", "perform": \(perform)
         \(application.map { ", \"application\": \"\($0)\"" } ?? "")}
        """
    let result = ManifestDecoder(isSystem: false, folder: nil).decode(Array(text.utf8))
    try #require(result.diagnostics == [], "the manifest of a test")
    let record = BundleRecord(
        identifier: identifier, path: "/activities/\(identifier).activity", source: .custom,
        manifest: result.manifest)
    return Bundle(record, standing: .present, diagnostics: [], missing: missing.map { .programs($0) })
}
