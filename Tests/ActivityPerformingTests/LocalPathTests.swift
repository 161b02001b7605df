// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ActivityPerforming

/// Local paths of URIs.
struct LocalPathTests {
    @Test(arguments: [
        ("file:///a%20b%2Fc", "/a b/c"), ("file:/a%C3%a4", "/aä"), ("file://localhost/a", "/a"),
        ("FILE:///a#b%", "/a"), ("file:///a?b", "/a?b"), ("file:///", "/"), ("file:///a%", nil),
        ("file:///a%2", nil), ("file:///a%2#0", nil), ("file:///a%2g", nil), ("file:///a%00", nil),
        ("file://host/a", nil), ("https://example.org/a", nil), ("a", nil),
    ])
    func aFilesURIHasAPath(_ uri: String, _ path: String?) {
        #expect(LocalPath.bytes(of: uri) == path.map { Array($0.utf8) })
    }

    @Test func itNeedBeNoText() {
        #expect(LocalPath.bytes(of: "file:///%E4") == [UInt8(ascii: "/"), 0xE4])
    }

    @Test(arguments: [
        ("https://example.org/a/b.png?size=1#top", "/a/b.png"), ("https://example.org#/a", ""),
        ("https://example.org", ""), ("mailto:ada@example.org", "ada@example.org"),
    ])
    func soHasEveryOther(_ uri: String, _ path: String) {
        #expect(LocalPath.pathBytes(of: uri) == Array(path.utf8))
    }
}
