// SPDX-License-Identifier: Apache-2.0
//
// Everything that affects a sheet. Two requests with different bytes have the same sheet if they differ only
// in names, addresses and texts, which no rule reads. For each representation of the content the key contains
// its type, whether it has a local path or is a local file, and which of the registered `maxBytes` its size
// exceeds. So a file manager that requests sheets for one picture after another gets the same reply.

import ActivityInterface
import ActivityModel
import ActivityRegistry

/// Equal keys of one generation mean equal sheets.
struct SheetKey: Hashable {
    /// Maximum bytes of a key: more than a thousand items. Sheets of longer requests are not cached.
    private static let maximumBytes = 8 << 10

    private(set) var bytes: [UInt8] = []

    /// Creates the key; nil for a request that includes the app's own activities, whose titles are judged
    /// each time, and for a request that is too long. `sizeLimits` must be ascending.
    init?(_ ask: Sheet.ListRequest, _ content: ContentOutline, application: String?, sizeLimits: [Int]) {
        guard ask.include?.isEmpty ?? true else { return nil }
        bytes.reserveCapacity(256 + content.count * 4)
        add(ask.locale)
        add(ask.titleWidth.map { String($0) })
        add(ask.width?.rawValue)
        add(application)
        add(ask.exclude ?? [])
        add(content.types.map(\.name))
        let (facts, starts) = (content.properties, content.starts)
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

    /// Appends a text with its length before it, so that no two lists of texts have the same bytes; nil
    /// differs from the empty text.
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
    /// Hashes all bytes in one step: byte by byte, hashing would take as long as composing the sheet.
    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
