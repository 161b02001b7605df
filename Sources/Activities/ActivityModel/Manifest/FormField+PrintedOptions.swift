// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// The reason why a program's output cannot be parsed as options.
package struct PrintedOptionsFault: Error {
    /// Shown to the plug-in's author; a full sentence.
    package let reason: String

    package init(reason: String) { self.reason = reason }
}

extension FormField {
    /// More options than a person would look through.
    package static let maximumPrintedOptions = 256

    /// Maximum size in bytes; the daemon stores the values of targets that the user has shared to.
    package static let maximumTargetValue = 1024

    /// Parses the output of a live field's program (`isLive`). Each line is a value, a TAB and a label, or
    /// one text for both; the lines of a direct field (`isDirect`) continue with a kind, a detail and an
    /// icon, each after a TAB. Empty lines are skipped, and only the first line with a given value counts.
    /// Output without lines means that there is nothing to choose from. A malformed line invalidates the
    /// whole output.
    ///
    /// Labels and details of targets often come from other machines, and a hostile name must not invalidate
    /// the other targets: characters that a sheet must not show are removed, and a line whose label is then
    /// invisible is skipped.
    package static func options(
        printed text: String, isDirect: Bool = false
    ) throws(PrintedOptionsFault) -> [Option] {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
            .enumerated().filter { !$0.element.isEmpty }
        guard lines.count <= maximumPrintedOptions else {
            throw PrintedOptionsFault(
                reason: "The program printed \(lines.count) lines; the maximum is \(maximumPrintedOptions).")
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

    /// Returns nil for a target whose label is invisible.
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

    /// Throws if the text is not one line of valid characters. The message does not quote the text, which may
    /// be as long as the whole output.
    private static func check(_ text: String) throws(PrintedOptionsFault) {
        // Decoding has replaced bytes that are not UTF-8 by U+FFFD: the activity would get a value that the
        // program never printed. A printed U+FFFD cannot be distinguished from them.
        guard !text.unicodeScalars.contains("\u{FFFD}") else {
            throw PrintedOptionsFault(reason: "The text is not valid UTF-8, or contains U+FFFD.")
        }
        guard FormField.fault(ofLive: text) == nil else {
            throw PrintedOptionsFault(reason: "It holds a control character.")
        }
    }
}

extension String {
    /// Whether the text is valid as a themed icon's name, which is a file name without its extension.
    fileprivate var isIconName: Bool {
        !isEmpty && utf8.count <= 200 && FormField.fault(ofLive: self) == nil && !contains("/")
    }
}
