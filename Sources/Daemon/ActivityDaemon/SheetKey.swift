// SPDX-License-Identifier: Apache-2.0
//
// What decides a sheet. Two requests have the same sheet though all their bytes differ, as long as they
// differ only in what no rule looks at: names, addresses and texts. Of a content there remain, for each
// representation, its type, whether it has a local path, and its size; and of the size only which of the
// registered `maxBytes` it exceeds. So a file manager that asks for one picture after the other is answered
// by copying.

import ActivityInterface
import ActivityModel
import ActivityRegistry

/// Equal keys under one generation, equal sheets.
struct SheetKey: Hashable {
    /// A thousand items and more: what is longer waits for the rules.
    private static let maximumBytes = 8 << 10

    private(set) var bytes: [UInt8] = []

    /// `sizeLimits` ascend. Nil for a request with activities of its own, whose titles are judged each time,
    /// and for one too long.
    init?(_ ask: Sheet.ListRequest, _ content: ContentOutline, application: String?, sizeLimits: [Int]) {
        guard ask.include?.isEmpty ?? true else { return nil }
        bytes.reserveCapacity(256 + content.count * 4)
        add(ask.locale)
        add(ask.titleWidth.map { String($0) })
        add(ask.width?.rawValue)
        add(application)
        add(ask.exclude ?? [])
        add(content.types.map(\.name))
        let (facts, starts) = (content.facts, content.starts)
        for item in 0..<content.count {
            add(number: starts[item + 1] - starts[item])
            for facts in facts[starts[item]..<starts[item + 1]] {
                add(number: facts.type << 2 | (facts.hasLocalPath ? 1 : 0) | (facts.isLocalFile ? 2 : 0))
                add(number: sizeLimits.end { $0 < facts.size })
            }
            guard bytes.count <= Self.maximumBytes else { return nil }
        }
    }

    private mutating func add(_ texts: [String]) {
        add(number: texts.count)
        for text in texts { add(text) }
    }

    /// A text with its length before it, so that no two lists of texts are the same bytes; nil differs from
    /// the empty one.
    private mutating func add(_ text: String?) {
        add(number: text.map { $0.utf8.count + 1 } ?? 0)
        bytes.append(contentsOf: (text ?? "").utf8)
    }

    /// Appends a number in as many seven-bit groups as it needs, so that no number's encoding is a prefix of
    /// another's.
    private mutating func add(number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

extension SheetKey {
    /// All bytes in one step; one by one they take as long as the rules.
    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
