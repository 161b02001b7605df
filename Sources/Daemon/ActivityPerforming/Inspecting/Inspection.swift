// SPDX-License-Identifier: Apache-2.0
//
// An inspector prints, for each item, lines of
//
//     INDEX TAB KIND TAB VALUE
//     INDEX TAB end
//
// with -1 for the caption and the subject together. An inspector may be killed at any byte, and it reads
// untrusted files, so its output is validated strictly: an item counts as inspected only after its own `end`,
// and a malformed line invalidates the whole output.

package import ActivityModel
import StrictJSON

package struct Inspection: Hashable, Sendable {
    package struct Fact: Hashable, Sendable {
        package let kind: FactKind
        /// Item indexes, ascending; -1 is the caption or the subject.
        package let items: [Int]
        /// Distinct values, cut to displayable length; at most four.
        package let values: [String]
    }

    /// The facts, the most sensitive kind first.
    package let facts: [Fact]
    /// Indexes of the items that were not inspected completely, ascending.
    package let unread: [Int]
    /// Whether the inspector succeeded or there is none, so that another run would find the same.
    var isFinal = false
}

extension Inspection {
    private static let maximumValues = 4

    /// The result if no inspector has run.
    ///
    /// - Parameter places: indexes of the content, ascending.
    package init(nothingOf places: Range<Int>) { (facts, unread) = ([], Array(places)) }

    init(_ lines: InspectorLines, of places: Range<Int>) {
        facts = FactKind.allCases.compactMap { kind in
            let found = lines.facts.filter { $0.kind == kind && lines.ended.contains($0.itemIndex) }
                .sorted { $0.itemIndex < $1.itemIndex }
            guard !found.isEmpty else { return nil }
            var values: [String] = []
            for fact in found where values.count < Self.maximumValues {
                let value = FailureReason.cut(DisplayedName(fact.value).text)
                if !value.isEmpty, !values.contains(value) { values.append(value) }
            }
            return Fact(kind: kind, items: Set(found.map(\.itemIndex)).sorted(), values: values)
        }
        unread = places.filter { !lines.ended.contains($0) }
    }
}

struct InspectorLines {
    struct Fact: Hashable {
        let itemIndex: Int
        let kind: FactKind
        let value: String
    }

    private(set) var facts: [Fact] = []
    /// Indexes whose facts are complete.
    private(set) var ended: Set<Int> = []

    /// Parses an inspector's output; nil if a line is malformed. An unfinished last line is ignored.
    init?(_ printed: [UInt8], of places: Range<Int>) {
        var rest = printed[...]
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard let line = String(validating: rest[..<newline], as: UTF8.self), parse(line, places) else {
                return nil
            }
            rest = rest[(newline + 1)...]
        }
    }

    private mutating func parse(_ line: String, _ places: Range<Int>) -> Bool {
        let fields = line.utf8.split(
            separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard fields.count > 1, let itemIndex = Int(fields[0]), String(itemIndex).isExactly(fields[0]),
            places.contains(itemIndex), !ended.contains(itemIndex)
        else { return false }
        if fields.count == 2 {
            ended.insert(itemIndex)
            return fields[1].isExactly("end")
        }
        guard let kind = FactKind(rawValue: fields[1]), kind.rawValue.isExactly(fields[1]),
            !fields[2].unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return false }
        facts.append(Fact(itemIndex: itemIndex, kind: kind, value: fields[2]))
        return true
    }
}
