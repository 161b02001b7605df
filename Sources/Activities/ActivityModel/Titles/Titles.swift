// SPDX-License-Identifier: Apache-2.0

/// A manifest's translated titles by locale as written, packed into one array. Dictionaries of eight titles
/// for each of 10,000 bundles take 6 to 8 MB more, which exceeds the daemon's limit of 25 MB for them.
package struct Titles: Hashable, Sendable {
    /// Terminator of each text; no UTF-8 byte has this value.
    private static let end: UInt8 = 0xFF

    /// Locale and title in turn, sorted by locale.
    private let packed: [UInt8]

    package init(_ titles: [String: String] = [:]) {
        var packed: [UInt8] = []
        packed.reserveCapacity(titles.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 2 })
        for (locale, title) in titles.sorted(by: { $0.key < $1.key }) {
            for text in [locale, title] {
                packed += text.utf8
                packed.append(Self.end)
            }
        }
        self.packed = packed
    }

    package var isEmpty: Bool { packed.isEmpty }
    package var byLocale: [String: String] {
        Dictionary(map { ($0.locale, $0.title) }) { first, _ in first }
    }

    package subscript(locale: String) -> String? {
        var iterator = makeIterator()
        while let next = iterator.nextBytes() {
            if next.locale.elementsEqual(locale.utf8) { return String(decoding: next.title, as: UTF8.self) }
        }
        return nil
    }
}

extension Titles: Sequence {
    package struct Iterator: IteratorProtocol {
        fileprivate var rest: ArraySlice<UInt8>

        package mutating func next() -> (locale: String, title: String)? {
            nextBytes().map {
                (String(decoding: $0.locale, as: UTF8.self), String(decoding: $0.title, as: UTF8.self))
            }
        }

        fileprivate mutating func nextBytes() -> (locale: ArraySlice<UInt8>, title: ArraySlice<UInt8>)? {
            rest.isEmpty ? nil : (nextText(), nextText())
        }

        private mutating func nextText() -> ArraySlice<UInt8> {
            let text = rest.prefix { $0 != Titles.end }
            rest = rest.dropFirst(text.count + 1)
            return text
        }
    }

    package func makeIterator() -> Iterator { Iterator(rest: packed[...]) }
}
