// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import TestSupport
import Testing

@testable import ActivityPerforming

/// The files made by a transform, which replace their items.
struct MadeFilesTests {
    private static func transform(_ makes: String? = nil, removes: [FactKind] = []) -> Transform {
        var transform = Transform()
        (transform.makes, transform.removes) = (makes.flatMap { ContentType($0) }, removes)
        return transform
    }

    /// A file's time reveals when the person was at a location, so a copy loses it if times are removed, and
    /// keeps it otherwise.
    @Test(arguments: [([], true), ([.time], false), ([.location], true)] as [([FactKind], Bool)])
    func aCopyKeepsTheTimeOfItsOriginal(_ removes: [FactKind], _ keeps: Bool) throws {
        let (originals, made) = (Scratch(), Scratch())
        originals.write("a.txt", "one")
        made.write("a.txt", "two")
        let old = timespec(tv_sec: 1_000_000_000, tv_nsec: 5)
        for path in [originals("a.txt"), made("a.txt")] { utimensat(AT_FDCWD, path, [old, old], 0) }
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: originals("a.txt"))))
        let taken = try HandedItem(item.representation, try #require(ContentType("text/plain")), at: 0)
        _ = try MadeFiles(in: made.path, by: "Change", maximum: 1)
            .replacing([taken], in: [item], by: Self.transform(removes: removes))
        var status = stat()
        try #require(stat(made("a.txt"), &status) == 0)
        #expect((status.st_mtim.tv_sec == old.tv_sec && status.st_mtim.tv_nsec == old.tv_nsec) == keeps)
    }

    /// Items of these files, and one more before them that the transform did not take.
    private func names(
        _ made: [String], of files: [String], makes: String? = nil, accepting accepted: [String] = []
    ) throws -> [String?] {
        try replaced(made, of: files, makes, accepted).map(\.representation.name)
    }

    private func types(
        _ made: [String], of files: [String], accepting accepted: [String]
    ) throws -> [String] {
        try replaced(made, of: files, nil, accepted).map(\.representation.type)
    }

    private func replaced(
        _ made: [String], of files: [String], _ makes: String?, _ accepted: [String]
    ) throws -> [Item] {
        let scratch = Scratch()
        for name in made { scratch.write(name, name) }
        let content =
            [Item(Representation(type: "image/png", uri: "file:///x.png", name: "x"))]
            + files.map { Item(Representation(type: "text/plain", uri: LocalPath.uri(of: "/" + $0))) }
        let type = try #require(ContentType("text/plain"))
        let taken = try content.indices.dropFirst().map {
            try HandedItem(content[$0].representation, type, at: $0)
        }
        let result = try MadeFiles(in: scratch.path, by: "Change", maximum: taken.count)
            .replacing(
                taken, in: content, by: Self.transform(makes),
                accepting: accepted.compactMap { ContentType($0) })
        #expect(result.first == content.first)
        return Array(result.dropFirst())
    }

    @Test(arguments: [
        (["a.txt", "b.txt"], ["b.txt", "a.txt"], ["b.txt", "a.txt"]),
        (["a.jpg", "a.png"], ["a.png", "a.jpg"], ["a.png", "a.jpg"]),
        (["a (10).t", "a (2).t", "a.t"], ["x/a.t", "y/a.t", "z/a.t"], ["a.t", "a (2).t", "a (10).t"]),
        (["1", "2"], ["b", "a"], ["1", "2"]),
        (["e\u{301}", "\u{e9}"], ["\u{e9}", "e\u{301}"], ["\u{e9}", "e\u{301}"]),
        ([".a", "a"], ["a", ".a"], ["a", ".a"]),
        // The second of two pictures of one name does not become the second of two films.
        (
            ["a.jpg", "a (2).jpg", "b.mp4", "b (2).mp4"], ["x/b.mp4", "x/a.jpg", "y/b.mp4", "y/a.jpg"],
            ["b.mp4", "a.jpg", "b (2).mp4", "a (2).jpg"]
        ),
    ])
    func eachTakesThePlaceOfItsItem(_ made: [String], _ files: [String], _ expected: [String]) throws {
        let found = try names(made, of: files).map { Array(($0 ?? "").utf8) }
        #expect(found == expected.map { Array($0.utf8) })
    }

    /// A file may have a name that a reply cannot contain.
    @Test func aNameThatNoClientWouldReadIsLeftOut() throws {
        let name = "e" + String(repeating: "\u{301}", count: 31) + ".txt"
        #expect(try names([name, "b.txt"], of: [name, "b.txt"]) == [nil, "b.txt"])
    }

    @Test func anotherTypeHasAnotherSuffix() throws {
        let files = ["d/b.heic", "a.png"]
        #expect(try names(["a.jpg", "b.jpg"], of: files, makes: "image/jpeg") == ["b.jpg", "a.jpg"])
        let fault = #expect(throws: TransformFault.self) { try names(["b.heic", "a.jpg"], of: files) }
        #expect(fault?.reason == "Change changed the type of a file (a.png became a.jpg).")
        #expect(try names(["b.HEIC", "a.PNG"], of: files) == ["b.HEIC", "a.PNG"])
        #expect(fault?.detail == "Change changed the type of a file in $ACTIVITY_OUTPUT.")
    }

    @Test func aTypeMayBecomeAnotherThatIsAcceptedToo() throws {
        let (files, made, accepted) = (
            ["d/b.heic", "a.png"], ["a.png", "b.jpg"], ["image/heic", "image/jpeg"]
        )
        #expect(try names(made, of: files, accepting: accepted) == ["b.jpg", "a.png"])
        #expect(try types(made, of: files, accepting: accepted) == ["image/jpeg", "text/plain"])
        #expect(throws: TransformFault.self) { try names(made, of: files, accepting: ["image/heic"]) }
    }

    @Test func oneOfAllTakesThePlaceOfTheFirst() throws {
        #expect(try names(["All.zip"], of: ["a", "b", "c"], makes: "application/zip") == ["All.zip"])
        #expect(try names(["a.zip"], of: ["a.txt", "b.txt"], makes: "application/zip") == ["a.zip"])
        #expect(try names(["a.zip"], of: ["a.txt"], makes: "application/zip") == ["a.zip"])
    }

    @Test func otherNumbersAreFaults() {
        let cases: [([String], [String], String?)] = [
            ([], ["a"], nil), (["a"], ["a", "b"], nil), (["a", "b"], ["a"], nil),
            (["1", "2"], ["a", "b", "c"], "application/zip"),
            // One file overwrote the other.
            (["a.jpg"], ["x/a.png", "y/a.heic"], "image/jpeg"),
        ]
        for (made, files, makes) in cases {
            #expect(throws: TransformFault.self) { try names(made, of: files, makes: makes) }
        }
    }
}
