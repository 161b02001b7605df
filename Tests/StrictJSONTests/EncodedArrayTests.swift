// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StrictJSON

/// An array that was encoded separately yields the same bytes as one encoded within its object.
struct EncodedArrayTests {
    @Test(arguments: [[], [1], ["a,\"b\"", .null, ["x"]]] as [[JSON]])
    func sameBytes(elements: [JSON]) {
        let whole = JSON.Object([("first", "[]"), ("list", .array(elements)), ("last", 2)])
        var apart = whole
        apart.set("list", [])
        var text: [UInt8] = []
        apart.serialize(into: &text, EncodedArray(elements), as: "list")
        #expect(text == whole.json.serialized)
    }

    @Test func objectsWithAnArray() {
        let object = JSON.Object([("name", "a"), ("list", [])])
        var outer = EncodedArray()
        outer.append(object, EncodedArray([1, 2]), as: "list")
        outer.append(object, EncodedArray(), as: "list")
        #expect(
            String(decoding: outer.text, as: UTF8.self)
                == #"{"name":"a","list":[1,2]},{"name":"a","list":[]}"#)
    }
}
