// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing

@testable import ActivityInterface

/// Items as they travel, and what the interface cannot say of them itself.
struct ItemTests {
    private static func fault(_ items: [Item]) -> ContentFault? {
        do {
            _ = try Content(items)
            return nil
        } catch { return error }
    }

    private static func item(_ representation: Representation) -> Item {
        Item(representation)
    }

    @Test(arguments: ["file:///a", "https://a.org", "geo:1,2", "x-y+z.1:a", "A:b", "urn:isbn:1"])
    func anAbsoluteURIIsTaken(_ uri: String) {
        #expect(Self.fault([Self.item(.init(type: "image/png", uri: uri))]) == nil)
    }

    @Test(arguments: [
        "", "a.png", "/a.png", "//host/a", "file:", "1a:b", ":b", "-a:b", "a b:c", "ä:b", "?a:b",
    ])
    func aRelativeOneIsNot(_ uri: String) {
        let fault = Self.fault([Self.item(.init(type: "image/png", uri: uri))])
        guard case .invalid(item: 0, reason: let reason)? = fault else {
            Issue.record("taken: \(uri)")
            return
        }
        #expect(reason.contains("URI"))
    }

    @Test func theFirstItemAtFaultIsNamed() {
        let sound = Self.item(.init(type: "image/png"))
        for (items, place) in [
            ([], 0), ([sound, Self.item(.init(type: "image"))], 1),
            (
                [
                    sound, sound,
                    Item(.init(type: "a/b"), alternatives: [.init(type: "a/*")]),
                ], 2
            ),
            ([Self.item(.init(type: "a/b", size: -1)), Self.item(.init(type: "a"))], 0),
        ] {
            guard case .invalid(item: place, reason: let reason)? = Self.fault(items) else {
                Issue.record("\(items)")
                continue
            }
            #expect(reason.hasSuffix("."))
        }
    }

    @Test func representationsCountToo() {
        let alternatives = [Representation](repeating: .init(type: "image/png"), count: 15)
        let rich = Item(.init(type: "image/png"), alternatives: alternatives)
        let limit = Content.maximumRepresentations
        #expect(Self.fault(Array(repeating: rich, count: limit / 16)) == nil)
        #expect(Self.fault(Array(repeating: rich, count: limit / 16 + 1)) == .tooMany(maximum: limit))
    }

    @Test func manyTypesAreRefusedAtTheFirstBeyond() {
        let limit = Content.maximumTypes
        let types = (0...limit).map { Self.item(.init(type: "a/\($0)")) }
        #expect(Self.fault(Array(types.prefix(limit))) == nil)
        // Another spelling is not another type.
        #expect(Self.fault(types.prefix(limit) + [Self.item(.init(type: "A/0; x=y"))]) == nil)
        guard case .invalid(item: limit, reason: let reason)? = Self.fault(types) else {
            Issue.record("taken")
            return
        }
        #expect(reason.contains(String(limit)))
    }

    @Test func moreThanTheLimitIsTooMany() {
        let sound = Self.item(.init(type: "image/png"))
        #expect(Self.fault(Array(repeating: sound, count: Content.maximumItems)) == nil)
        #expect(
            Self.fault(Array(repeating: sound, count: Content.maximumItems + 1))
                == .tooMany(maximum: Content.maximumItems))
    }

    @Test func itTravelsAsItIs() throws {
        let item = Item(
            .init(type: "image/png", uri: "file:///a", text: "t", name: "n", size: 5),
            alternatives: [.init(type: "x-scheme-handler/https", uri: "https://a.org", isTemporary: true)])
        #expect(try Item(json: item.json) == item)
        let copy = Representation(type: "image/png", uri: "file:///a", isTemporary: true)
        #expect(copy.json == ["type": "image/png", "uri": "file:///a", "temporary": true])
        let bare = Item(.init(type: "text/plain"))
        #expect(bare.json == ["type": "text/plain"])
        #expect(
            try Item(json: ["type": "text/plain", "size": nil, "temporary": false, "alternatives": nil])
                == bare
        )
    }
}
