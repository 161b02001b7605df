// SPDX-License-Identifier: Apache-2.0
//
// An inspector prints, for each item, lines of
//
//     INDEX TAB KIND TAB VALUE
//     INDEX TAB end
//
// with -1 for the caption and the subject together. It may be killed at any byte, and it reads files of strangers, so that no
// line is believed more than it says: an item counts as looked into when its own end has come, and after one line of another
// form nothing does.

package import ActivityModel
import StrictJSON

/// Facts found inside some content.
package struct Inspection: Hashable, Sendable {
    /// One kind of fact, and the items that have it.
    package struct Fact: Hashable, Sendable {
        package let kind: FactKind
        /// Places in the content, ascending; -1 is the caption or the subject.
        package let items: [Int]
        /// For people.
        package let values: [String]
    }

    /// The worst kind first.
    package let facts: [Fact]
    /// Places of the items that could not be looked into, ascending.
    package let unread: [Int]
    /// Whether the inspector has ended as it wanted: it would say the same once more.
    var isFinal = false
}

extension Inspection {
    /// Values of one kind that people are shown.
    private static let maximumValues = 4

    /// The result where no inspector has looked.
    ///
    /// - Parameter places: those of the content, ascending.
    package init(nothingOf places: Range<Int>) { (facts, unread) = ([], Array(places)) }

    /// Sums up an inspector's lines.
    init(_ lines: InspectorLines, of places: Range<Int>) {
        facts = FactKind.allCases.compactMap { kind in
            let found = lines.facts.filter { $0.kind == kind && lines.ended.contains($0.place) }
                .sorted { $0.place < $1.place }
            guard !found.isEmpty else { return nil }
            var values: [String] = []
            for fact in found where values.count < Self.maximumValues {
                let value = FailureReason.cut(DisplayedName(fact.value).text)
                if !value.isEmpty, !values.contains(value) { values.append(value) }
            }
            return Fact(kind: kind, items: Set(found.map(\.place)).sorted(), values: values)
        }
        unread = places.filter { !lines.ended.contains($0) }
    }
}

/// The lines that an inspector has printed.
struct InspectorLines {
    struct Fact: Hashable {
        let place: Int
        let kind: FactKind
        let value: String
    }

    private(set) var facts: [Fact] = []
    /// Places whose facts are complete.
    private(set) var ended: Set<Int> = []

    /// - Returns: nil if a line has another form. One that is not ended is still being written, and is ignored.
    init?(_ printed: [UInt8], of places: Range<Int>) {
        var rest = printed[...]
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard let line = String(validating: rest[..<newline], as: UTF8.self), take(line, places) else {
                return nil
            }
            rest = rest[(newline + 1)...]
        }
    }

    private mutating func take(_ line: String, _ places: Range<Int>) -> Bool {
        let fields = line.utf8.split(
            separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        guard fields.count > 1, let place = Int(fields[0]), String(place).isExactly(fields[0]),
            places.contains(place), !ended.contains(place)
        else { return false }
        if fields.count == 2 {
            ended.insert(place)
            return fields[1].isExactly("end")
        }
        guard let kind = FactKind(rawValue: fields[1]), kind.rawValue.isExactly(fields[1]),
            !fields[2].unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return false }
        facts.append(Fact(place: place, kind: kind, value: fields[2]))
        return true
    }
}
