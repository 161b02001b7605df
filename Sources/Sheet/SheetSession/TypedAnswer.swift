// SPDX-License-Identifier: Apache-2.0
//
// People type numbers and dates in their language's notation; activities receive 1.5 and 2026-11-21 in every
// language. Ambiguous text is rejected: "1.234" in German, "3/4/2026" in English without a country.

import ActivityModel

struct TypedAnswer {
    let locale: LocaleTag?

    private static let monthFirstRegions: Set<String> = ["US", "PH", "PR"]

    /// The answer in the form that activities receive; nil if a number or date is invalid or ambiguous. Other
    /// kinds are unchanged.
    func canonical(_ text: String, _ kind: FormField.Kind) -> String? {
        switch kind {
        case .number: number(Self.plain(text))
        case .date: date(Self.plain(text))
        default: text
        }
    }

    private func number(_ text: String) -> String? {
        let marks = text.indices.filter { text[$0] == "." || text[$0] == "," }
        guard marks.count <= 1 else { return nil }
        guard let mark = marks.first else { return Self.valid(text, .number) }
        let (before, after) = (text[..<mark], text[text.index(after: mark)...])
        guard text[mark] == locale?.decimalMark ?? "." || !Self.mayGroup(before, after) else { return nil }
        return Self.valid(before + "." + after, .number)
    }

    /// Whether a mark between the two may be a thousands separator.
    private static func mayGroup(_ before: Substring, _ after: Substring) -> Bool {
        after.count == 3 && after.allSatisfy(\.isNumber) && before.filter(\.isNumber).count <= 3
    }

    private func date(_ text: String) -> String? {
        if let date = Self.valid(text, .date) { return date }
        guard let mark = text.first(where: { "./-".contains($0) }) else { return nil }
        let parts = text.split(separator: mark).map { $0.filter { $0 != " " } }
        guard parts.count == 3 else { return nil }
        if parts[0].count == 4 { return Self.date(parts[0], parts[1], parts[2]) }
        let (first, second, year) = (parts[0], parts[1], parts[2])
        guard mark == "/", locale == nil || locale?.language == "en" || locale?.region == "US" else {
            return Self.date(year, second, first)
        }
        guard let region = locale?.region else {
            let readings = Set(
                [Self.date(year, second, first), Self.date(year, first, second)].compactMap(\.self))
            return readings.count == 1 ? readings.first : nil
        }
        return Self.monthFirstRegions.contains(region)
            ? Self.date(year, first, second) : Self.date(year, second, first)
    }

    private static func date(_ year: String, _ month: String, _ day: String) -> String? {
        let padded = [month, day].map { $0.count == 1 ? "0" + $0 : $0 }
        return valid("\(year)-\(padded[0])-\(padded[1])", .date)
    }

    private static func valid(_ text: some StringProtocol, _ kind: FormField.Kind) -> String? {
        kind.fault(of: String(text), options: []) == nil ? String(text) : nil
    }

    /// The text with ASCII digits, decimal point and hyphen, trimmed.
    private static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
            }
            switch scalar {
            case "\u{66B}": return "."
            case "\u{2212}": return "-"
            default: return scalar
            }
        }
        let plain = String(String.UnicodeScalarView(scalars))
        return String(plain.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
