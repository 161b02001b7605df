// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// The reason why a program's output cannot be read as options.
package struct PrintedOptionsFault: Error {
    /// A sentence.
    package let reason: String
}

extension FormField {
    /// As many as a person looks through.
    package static let maximumPrintedOptions = 256

    /// Reads what the program of a live field has printed: in each line a value, a TAB and its label, or one text that is
    /// both. Empty lines are skipped, and of several lines with one value the first counts.
    package static func options(printed text: String) throws(PrintedOptionsFault) -> [Option] {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
            .enumerated().filter { !$0.element.isEmpty }
        guard !lines.isEmpty else { throw PrintedOptionsFault(reason: "There is nothing to choose from.") }
        guard lines.count <= maximumPrintedOptions else {
            throw PrintedOptionsFault(
                reason: "It printed \(lines.count) options. \(maximumPrintedOptions) are the most.")
        }
        var options: [Option] = []
        for (index, line) in lines {
            let option = Option(printed: line)
            if let fault = option.fault { throw PrintedOptionsFault(reason: "Line \(index + 1): \(fault)") }
            if !options.contains(where: { $0.value.isExactly(option.value) }) { options.append(option) }
        }
        return options
    }
}

extension FormField.Option {
    fileprivate init(printed line: Substring.UTF8View) {
        let tab = line.firstIndex(of: UInt8(ascii: "\t"))
        let label = tab.map { line[$0...].dropFirst() } ?? line
        self.init(
            value: String(Substring(line[..<(tab ?? line.endIndex)])),
            label: String(
                decoding: label.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }, as: UTF8.self),
            labels: [:])
    }

    /// A sentence; it quotes nothing, since a line may be as long as all the output.
    fileprivate var fault: String? {
        if value.isEmpty { return "There is no value before the TAB." }
        if label.isEmpty { return "There is no label behind the TAB." }
        // It stands for bytes that are no UTF-8: the activity would be handed another value than the program has printed.
        if [value, label].contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
            return "It is not UTF-8."
        }
        let areLines = [value, label].allSatisfy { FormField.fault(ofLive: $0) == nil }
        return areLines ? nil : "It holds a control character."
    }
}
