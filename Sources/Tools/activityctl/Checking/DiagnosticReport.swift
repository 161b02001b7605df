// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A diagnostic with its position, its remedy and the rule's source, in the style of rustc.
///
/// ```
/// error[title-empty]: The title is empty
///  --> org.example.a.activity/manifest.json:4:12 (/title)
///   |
/// 4 |   "title": "",
///   |            ^^
///   |
///   = help: Give it a word or two that say what it does.
///   = note: HIG, Activity: a short, localisable title
/// ```
struct DiagnosticReport {
    let diagnostic: Diagnostic
    /// The file, and the position in it.
    let location: String
    let excerpt: SourceExcerpt?
    /// Whether to print the rule's source: only for the rule's first diagnostic.
    let tellsSource: Bool

    func lines(_ paint: Paint) -> [String] {
        let (fault, help) = parts
        let margin = String(repeating: " ", count: excerpt?.gutter ?? 1)
        var lines = [diagnostic.head(paint) + paint(.bold, ": " + fault)]
        lines.append(paint(.blue, margin + "--> ") + printable(location))
        if let excerpt {
            lines += excerpt.lines(paint, diagnostic.severity.ink) + [paint(.blue, margin + " |")]
        }
        if let help { lines.append(paint(.blue, margin + " = ") + paint(.bold, "help") + ": " + help) }
        if tellsSource {
            lines.append(
                paint(.blue, margin + " = ") + paint(.bold, "note") + ": " + diagnostic.rule.source)
        }
        return lines + [""]
    }

    /// Splits the message: the first sentence, or its part before a semicolon, is the fault; the rest is the
    /// remedy.
    private var parts: (fault: String, help: String?) {
        var message = printable(diagnostic.message)
        guard let end = Self.end(ofFaultIn: message) else {
            if message.hasSuffix(".") { message.removeLast() }
            return (message, nil)
        }
        let help = message[end.upperBound...]
        return (String(message[..<end.lowerBound]), help.prefix(1).uppercased() + help.dropFirst())
    }

    private static func end(ofFaultIn message: String) -> Range<String.Index>? {
        func isOutsideQuotes(_ range: Range<String.Index>) -> Bool {
            message[..<range.lowerBound].count { $0 == "\"" }.isMultiple(of: 2)
        }
        let stops = message.ranges(of: ". ").filter { message[$0.upperBound...].first?.isUppercase == true }
        return (stops + message.ranges(of: "; ")).first(where: isOutsideQuotes)
    }
}

extension Diagnostic {
    fileprivate func head(_ paint: Paint) -> String {
        paint(severity.ink, "\(severity.rawValue)[\(rule.rawValue)]")
    }

    /// The diagnostic on one line, with the JSON pointer as its only position.
    func line(_ paint: Paint) -> String {
        head(paint) + ": " + printable(message)
            + (pointer.map { $0.isEmpty ? "" : " (\(printable($0)))" } ?? "")
    }
}

extension Rule.Severity {
    var ink: Paint.Ink { self == .error ? .red : .yellow }
}
