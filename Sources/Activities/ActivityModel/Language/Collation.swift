// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Sorts titles as the C library collates them in the person's locale, if the machine has that locale;
/// otherwise by the code points of the case- and accent-folded title.
///
/// A fresh Debian has only C.UTF-8, which orders by code point without folding, so this type never asks for
/// it. Either way "Page 2" comes before "Page 10". Opening a locale costs far more than making a key: keep a
/// collator as long as its locale is in use.
package struct Collator: Sendable {
    /// The C library's locale; nil to sort by folded titles.
    private let locale: CollationLocale?

    package init(locale: LocaleTag?) {
        self.locale = locale?.collationNames.lazy.compactMap(CollationLocale.init).first
    }

    /// A collator for an installed locale; nil if the machine does not have it.
    package init?(installed locale: LocaleTag) {
        self.init(locale: locale)
        if self.locale == nil { return nil }
    }

    /// A sort key: comparing keys bytewise (lexicographically, unsigned) sorts their titles.
    package func key(_ title: String) -> [UInt8] {
        let title = TitleFolding.nfc(title)
        return locale?.key(title.numberedByValue) ?? Array(TitleFolding.sortKey(title).numberedByValue.utf8)
    }
}

extension String {
    /// The text with each integer stripped of leading zeros and prefixed by its digit count (2 becomes 012,
    /// 10 becomes 0210), so that texts sort by the integers' values, whatever their length.
    fileprivate var numberedByValue: String {
        guard utf8.contains(where: Self.isDigit) else { return self }
        var text: [UInt8] = []
        var rest = Array(utf8)[...]
        while let first = rest.first {
            let digits = rest.prefix(while: Self.isDigit)
            rest = rest.dropFirst(max(1, digits.count))
            let value = digits.drop { $0 == UInt8(ascii: "0") }
            guard !digits.isEmpty else {
                text.append(first)
                continue
            }
            // Two digits suffice: a title has far fewer than a hundred cells.
            let count = min(99, value.count)
            text += [UInt8(ascii: "0") + UInt8(count / 10), UInt8(ascii: "0") + UInt8(count % 10)] + value
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension LocaleTag {
    /// Names under which the C library may have the locale, best first: `sr_RS.UTF-8@latin`, `sr_RS.UTF-8`.
    /// Only UTF-8 names, because glibc's `de_DE` is ISO 8859-1. A tag without a region has none, nor has a
    /// Chinese tag whose region writes the other script.
    package var collationNames: [String] {
        guard let region, LocaleTag(language: language, region: region).chineseScript == chineseScript else {
            return []
        }
        let name = "\(language)_\(region).UTF-8"
        return (script.flatMap(Self.modifier(of:)).map { ["\(name)@\($0)"] } ?? []) + [name]
    }
}

/// A locale of the C library, freed with the last collator that uses it.
///
/// Unchecked: `locale_t` is never changed between newlocale and freelocale, and strxfrm_l may be called from
/// many threads (POSIX.1-2017, strxfrm).
private final class CollationLocale: @unchecked Sendable {
    private let handle: locale_t

    init?(_ name: String) {
        guard let handle = newlocale(LC_COLLATE_MASK | LC_CTYPE_MASK, name, nil) else { return nil }
        self.handle = handle
    }

    deinit { freelocale(handle) }

    /// Collation key of a text; nil if the C library cannot transform it, which POSIX allows.
    func key(_ text: String) -> [UInt8]? {
        let bytes = text.utf8CString
        return bytes.withUnsafeBufferPointer { source -> [UInt8]? in
            guard let start = source.baseAddress else { return nil }
            errno = 0
            let length = strxfrm_l(nil, start, 0, handle)
            guard errno == 0 else { return nil }
            var key = [CChar](repeating: 0, count: length + 1)
            let written = strxfrm_l(&key, start, key.count, handle)
            return written == length ? key.prefix(length).map { UInt8(bitPattern: $0) } : nil
        }
    }
}
