// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// The reason why a program's output cannot be read as options.
package struct PrintedOptionsFault: Error {
    /// A sentence.
    package let reason: String

    package init(reason: String) { self.reason = reason }
}

extension FormField {
    /// As many as a person looks through.
    package static let maximumPrintedOptions = 256

    /// Longest value of a target, in bytes: it is kept after the person has shared to it.
    package static let maximumTargetValue = 1024

    /// Reads what the program of a live field has printed: in each line a value, a TAB and its label, or one text that is
    /// both; of a direct field then a kind, a detail and an icon, each after a TAB. Empty lines are skipped, and of several lines
    /// with one value the first counts. A program that prints none has answered that there is nothing to choose from. A line
    /// that no option can be is the program's fault, and costs all of them.
    ///
    /// Labels and details of targets often come from other machines, so no name makes the others disappear: what a sheet
    /// may not show is taken out, and a line whose label then shows nothing is skipped.
    package static func options(
        printed text: String, isDirect: Bool = false
    ) throws(PrintedOptionsFault) -> [Option] {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
            .enumerated().filter { !$0.element.isEmpty }
        guard lines.count <= maximumPrintedOptions else {
            throw PrintedOptionsFault(
                reason: "It printed \(lines.count) options. \(maximumPrintedOptions) are the most.")
        }
        var options: [Option] = []
        var values: Set<[UInt8]> = []
        for (index, line) in lines {
            let option: Option?
            do { option = isDirect ? try Option(target: line) : try Option(printed: line) } catch {
                throw PrintedOptionsFault(reason: "Line \(index + 1): \(error.reason)")
            }
            if let option, values.insert(Array(option.value.utf8)).inserted { options.append(option) }
        }
        return options
    }
}

extension FormField.Option {
    fileprivate init(printed line: Substring.UTF8View) throws(PrintedOptionsFault) {
        let tab = line.firstIndex(of: UInt8(ascii: "\t"))
        let label = tab.map { line[$0...].dropFirst() } ?? line
        self.init(
            value: String(Substring(line[..<(tab ?? line.endIndex)])),
            label: String(
                decoding: label.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }, as: UTF8.self),
            labels: [:])
        guard !value.isEmpty else { throw PrintedOptionsFault(reason: "There is no value before the TAB.") }
        guard !label.isEmpty else { throw PrintedOptionsFault(reason: "There is no label behind the TAB.") }
        try Self.check(value)
        try Self.check(self.label)
    }

    /// - Returns: nil for a target whose label shows nothing.
    fileprivate init?(target line: Substring.UTF8View) throws(PrintedOptionsFault) {
        let columns = line.split(
            separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false
        ).map { String(Substring($0)) }
        func column(_ index: Int) -> String { index < columns.count ? columns[index] : "" }
        let label = columns.count > 1 ? columns[1] : columns[0]
        self.init(value: columns[0], label: DisplayedName(label).text, labels: [:])
        guard !value.isEmpty else { throw PrintedOptionsFault(reason: "There is no value before the TAB.") }
        guard value.utf8.count <= FormField.maximumTargetValue else {
            throw PrintedOptionsFault(
                reason: "Its value is longer than \(FormField.maximumTargetValue) bytes.")
        }
        try Self.check(value)
        kind = try Self.kind(column(2))
        let detail = DisplayedName(column(3)).text
        self.detail = detail.isEmpty ? nil : detail
        icon = column(4).isIconName ? column(4) : nil
        if self.label.isEmpty { return nil }
    }

    private static func kind(_ name: String) throws(PrintedOptionsFault) -> TargetKind? {
        guard !name.isEmpty else { return nil }
        if let kind = TargetKind(rawValue: name) { return kind }
        throw PrintedOptionsFault(
            reason: "Its kind is none of " + TargetKind.allCases.map(\.rawValue).joined(separator: ", ") + "."
        )
    }

    /// Throws a sentence that quotes nothing, since a line may be as long as all the output.
    private static func check(_ text: String) throws(PrintedOptionsFault) {
        // It stands for bytes that are no UTF-8: the activity would be handed another value than the program has printed.
        guard !text.unicodeScalars.contains("\u{FFFD}") else {
            throw PrintedOptionsFault(reason: "It is not UTF-8.")
        }
        guard FormField.fault(ofLive: text) == nil else {
            throw PrintedOptionsFault(reason: "It holds a control character.")
        }
    }
}

extension String {
    /// Whether an icon of a theme may have this name, which is that of a file without its ending.
    fileprivate var isIconName: Bool {
        !isEmpty && utf8.count <= 200 && FormField.fault(ofLive: self) == nil && !contains("/")
    }
}
