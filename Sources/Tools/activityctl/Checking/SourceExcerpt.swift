// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A line of source with a range underlined, in the style of rustc.
///
/// ```
///    |
/// 20 |   "accepts": [ { "min": 3, "max": 2 } ],
///    |                         ^
/// ```
package struct SourceExcerpt {
    /// Maximum cells to show before the range, and characters of the range and after it: a manifest may be a
    /// single line of 64 KiB.
    private static let before = 60
    private static let after = 40

    /// 1-based.
    package let line: Int
    /// 1-based, in bytes.
    package let column: Int
    private let shown: String
    private let indent: Int
    private let length: Int

    /// Excerpts the line in which a range of bytes begins; the range is cut at the end of the line.
    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        let start = min(range.lowerBound, bytes.count)
        let newline = UInt8(ascii: "\n")
        let first = bytes[..<start].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[start...].firstIndex(of: newline) ?? bytes.count
        line = bytes[..<start].count { $0 == newline } + 1
        column = start - first + 1
        let meant = Self.text(bytes[start..<max(start, min(range.upperBound, end))])
        let before = Self.text(bytes[first..<start])
        let after = Self.text(bytes[min(end, start + max(0, range.count))..<end])
        let cut = CellWidth.of(before) > Self.before ? "…" + before.suffix(Self.before - 1) : before
        let middle = meant.count > Self.before ? meant.prefix(Self.before - 1) + "…" : meant
        let rest = after.count > Self.after ? after.prefix(Self.after - 1) + "…" : after
        shown = cut + middle + rest
        indent = CellWidth.of(cut)
        length = max(1, CellWidth.of(middle))
    }

    /// Replaces tabs by spaces, since terminals differ in their width.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\t", with: "    ")
        return printable(text.hasSuffix("\r") ? String(text.dropLast()) : text)
    }

    /// The gutter, the line, and the underlined range, in the severity's colour.
    func lines(_ paint: Paint, _ ink: Paint.Ink) -> [String] {
        let number = String(line)
        let gutter = String(repeating: " ", count: number.count)
        let marks = String(repeating: " ", count: indent) + paint(ink, String(repeating: "^", count: length))
        return [
            paint(.blue, gutter + " |"), paint(.blue, number + " |") + " " + shown,
            paint(.blue, gutter + " |") + " " + marks,
        ]
    }

    package var plain: [String] { lines(Paint(isOn: false), .red) }

    /// Width of the line number, in cells.
    var gutter: Int { String(line).count }
}
