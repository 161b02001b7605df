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
    /// 800 items: whoever selects more waits for the rules.
    private static let maximumBytes = 16 << 10

    private(set) var bytes: [UInt8] = []

    /// Nil for a request with activities of its own, whose titles are judged each time, and for one too long.
    init?(_ ask: Sheet.ListRequest, _ content: Content, application: String?, sizeLimits: [Int]) {
        guard ask.include?.isEmpty ?? true else { return nil }
        bytes.reserveCapacity(64 + content.items.count * 24)
        add(ask.locale)
        add(ask.titleWidth.map { String($0) })
        add(ask.width?.rawValue)
        add(application)
        for identifier in ask.exclude ?? [] { add(identifier) }
        bytes.append(0)
        for item in content.items.indices {
            for facts in content.facts(item) { add(facts, content.types[facts.type], sizeLimits) }
            bytes.append(0)
            guard bytes.count <= Self.maximumBytes else { return nil }
        }
    }

    /// A text with its length before it, so that no two lists of texts are the same bytes; nil differs from
    /// the empty one.
    private mutating func add(_ text: String?) {
        add(number: text.map { $0.utf8.count + 1 } ?? 0)
        bytes.append(contentsOf: (text ?? "").utf8)
    }

    private mutating func add(_ facts: Content.Facts, _ type: ContentType, _ sizeLimits: [Int]) {
        bytes.append(facts.hasLocalPath ? 1 : 2)
        add(number: sizeLimits.count { $0 < facts.size })
        bytes.append(contentsOf: type.name.utf8)
        // No type's name holds it.
        bytes.append(UInt8(ascii: ";"))
    }

    private mutating func add(number: Int) {
        for shift in stride(from: 0, to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
