// SPDX-License-Identifier: Apache-2.0

/// Makes text from outside safe for a terminal: characters that would move the cursor, colour the screen, end
/// the line or turn the text direction are escaped, as in `\u{1B}`.
package func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnprintable) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
        if isUnprintable(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
}

/// The same for a text of several lines, whose newlines stay.
package func printableLines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .map { printable(String($0)) }.joined(separator: "\n")
}

/// Makes JSON safe for a terminal: unprintable characters in its strings become JSON escapes, which mean the
/// same.
package func printableJSON(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
        if scalar != "\n", isUnprintable(scalar) {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
}

/// C0, DEL and C1; line and paragraph separators; bidirectional embeddings, overrides and isolates.
private func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
}

private func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
}
