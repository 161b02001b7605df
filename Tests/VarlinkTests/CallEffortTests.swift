// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@testable import Varlink

/// A call of a megabyte with more items or names than the largest valid content has is not read.
@Suite("The effort of reading a call")
struct CallEffortTests {
    static let size = 1 << 20

    /// A call of at most a megabyte whose `content` repeats `element`.
    static func call(_ element: String) -> [UInt8] {
        let count = (size - 100) / (element.utf8.count + 1)
        return call(Array(repeating: element, count: count))
    }

    static func call(_ elements: [String]) -> [UInt8] {
        Array(#"{"method":"a.b.C","parameters":{"content":[\#(elements.joined(separator: ","))]}}"#.utf8)
    }

    @Test(
        "what is more than four thousand items is not read",
        arguments: [
            String(repeating: "[", count: 120) + String(repeating: "]", count: 120), "[[[[]]]]", "[0]", "1e1",
            #""a""#, #"{"a":0}"#,
        ])
    func refuses(_ element: String) {
        #expect(Call(frame: Self.call(element)) == nil)
    }

    @Test func `Many names are not read`() {
        let members = (0..<80_000).map { #""\#(String($0, radix: 36))":0"# }.joined(separator: ",")
        #expect(Call(frame: Self.call(["{" + members + "}"])) == nil)
    }

    @Test func `The largest content is read`() {
        let form = #"{"type":"a/b","uri":"a:b","text":"","name":"","size":1}"#
        let item = form.dropLast() + #","alternatives":[\#(form),\#(form),\#(form)]}"#
        let call = Self.call(Array(repeating: String(item), count: 4_096))
        #expect(call.count <= Self.size && Call(frame: call) != nil)
    }

    @Test func `Long texts are read`() {
        let text = String(repeating: "\u{AC00}[,", count: Self.size / 6)
        #expect(Call(frame: Self.call([#""\#(text)""#])) != nil)
    }
}
