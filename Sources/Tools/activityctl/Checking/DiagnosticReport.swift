// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A breach of a rule with its place, its remedy and the rule's source, as rustc prints an error.
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
    /// The file, and where in it.
    let location: String
    let excerpt: SourceExcerpt?
    /// Whether to print the rule's source: with its first breach.
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

    /// The first sentence, or what stands before its semicolon, is the fault; what follows is the remedy.
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

    /// The breach on one line, with the pointer, where nothing else shows the place.
    func line(_ paint: Paint) -> String {
        head(paint) + ": " + printable(message)
            + (pointer.map { $0.isEmpty ? "" : " (\(printable($0)))" } ?? "")
    }
}

extension Rule.Severity {
    var ink: Paint.Ink { self == .error ? .red : .yellow }
}
