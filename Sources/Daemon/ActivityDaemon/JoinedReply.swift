// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// One reply's parameters, joined from portions that differ only in one list.
struct JoinedReply {
    private let list: String
    private(set) var text: [UInt8] = []
    /// The offset in `text` of the list's closing bracket.
    private var end = 0

    init(_ list: String) {
        self.list = list
    }

    mutating func add(_ portion: JSON.Object) {
        if text.isEmpty { begin(portion) }
        let elements = (portion.value(list) ?? []).serialized.dropFirst().dropLast()
        guard !elements.isEmpty else { return }
        let separator = text[end - 1] == UInt8(ascii: "[") ? [] : [UInt8(ascii: ",")]
        text.insert(contentsOf: separator + elements, at: end)
        end += separator.count + elements.count
    }

    /// Writes everything but the list's elements.
    private mutating func begin(_ portion: JSON.Object) {
        var empty = portion
        empty.set(list, [])
        text = empty.json.serialized
        let head = JSON.Object(empty.members.prefix { $0.name != list } + [(list, .array([]))])
        end = head.json.serialized.count - "]}".utf8.count
    }
}
