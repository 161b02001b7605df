// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// One reply's parameters, made of several that differ only in their last member, a list.
struct JoinedReply {
    private(set) var text: [UInt8] = []

    mutating func add(_ portion: JSON.Object) {
        let next = portion.json.serialized
        guard !text.isEmpty, let list = portion.names.last else { return text = next }
        var head = portion
        head.set(list, [])
        let elements = next.dropFirst(head.json.serialized.count - 2).dropLast(2)
        guard !elements.isEmpty else { return }
        text.removeLast(2)
        if text.last != UInt8(ascii: "[") { text.append(UInt8(ascii: ",")) }
        text += elements
        text += "]}".utf8
    }
}
