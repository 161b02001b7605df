// SPDX-License-Identifier: Apache-2.0

import StrictJSON

extension ManifestDecoder {
    func readForm(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        let fields: [JSON.Object] = reader.optional("form") ?? []
        var form: [FormField] = []
        var identifiers: Set<String> = []
        for (index, field) in fields.enumerated() {
            var fieldReader = ObjectReader(field, at: "/form/\(index)")
            if let field = readField(&fieldReader) {
                if !identifiers.insert(field.id).inserted {
                    fieldReader.report(
                        .manifestValue, at: "id",
                        message: "Two fields have the id \"\(field.id)\". Rename one.")
                }
                form.append(field)
            }
            reader.add(fieldReader.finish())
        }
        checkPrograms(of: form, &reader)
        checkDirect(form, &reader)
        manifest.form = form
        if fields.count > Self.advisedFields {
            reader.report(
                .formLong, at: "form",
                message:
                    "The form asks \(fields.count) questions. Ask \(Self.advisedFields) at most, "
                    + "and give the rest defaults."
            )
        }
    }

    private func readField(_ reader: inout ObjectReader) -> FormField? {
        let id: String? = reader.required("id", "the name by which arguments use the answer")
        let label: String? = reader.required("label", "the question's words")
        let labels = readLocalisations("labels", &reader)
        let kind: FormField.Kind? = reader.required(
            "type", "the kind of answer, such as \"text\", \"number\" or \"choice\"")
        let (options, optionsExec) = readOptions(&reader, kind)
        let isOn = kind == .toggle ? reader.boolean("default") : nil
        let defaultAnswer: String? = if let isOn { String(isOn) } else { reader.optional("default") }
        let isRequired: Bool = reader.optional("required") ?? false
        let hint: String? = reader.optional("hint")
        let remembers: Bool = reader.optional("remember") ?? false
        if remembers, let kind, kind.isSecret {
            reader.report(
                .manifestValue, at: "remember",
                message:
                    "A \(kind.rawValue) is not kept. "
                    + "Drop \"remember\", and have the person type it each time."
            )
        }
        let isDirect = readDirect(&reader, isLive: kind == .choice && optionsExec != nil)
        if let id, !FormField.isIdentifier(id) {
            let plain = id.lowercased().replacing("-", with: "_")
            let advice = FormField.isIdentifier(plain) ? "Rename it to \(plain)." : "Rename it."
            reader.report(
                .manifestValue, at: "id",
                message:
                    "\"\(id)\" is not a field id: a-z first, then a-z 0-9 _, "
                    + "and not text, uri or name. \(advice)"
            )
        }
        if let label, label.isEmpty {
            reader.report(.manifestValue, at: "label", message: "The label is empty. Ask something.")
        }
        guard let id, let label, let kind else { return nil }
        let field = FormField(
            id: id, label: label, labels: labels, kind: kind, options: options, optionsExec: optionsExec,
            defaultAnswer: defaultAnswer, isRequired: isRequired, hint: hint,
            remembers: remembers && !kind.isSecret, isDirect: isDirect)
        checkDefault(of: field, &reader)
        return field
    }

    /// Checks the default against the options only if these could be parsed.
    private func checkDefault(of field: FormField, _ reader: inout ObjectReader) {
        let options = reader.pointer(to: "options")
        guard let answer = field.defaultAnswer, let fault = field.fault(of: answer),
            !reader.diagnostics.contains(where: {
                $0.severity == .error && $0.pointer?.hasPrefix(options) == true
            })
        else { return }
        let message = "The default is not an answer: \(fault)."
        // The person can complete a partial address.
        guard field.kind != .url else { return reader.warn(.manifestValue, at: "default", message: message) }
        reader.report(.manifestValue, at: "default", message: message)
    }
}

extension FormField.Kind {
    /// The reason why `answer` is invalid for this kind of question; nil if it is valid, as any text is for
    /// the kinds of text. Numbers and dates do not depend on the locale.
    package func fault(of answer: String, options: [FormField.Option]) -> String? {
        switch self {
        case .number:
            DecimalNumber.isValid(answer)
                ? nil : "\"\(answer)\" is not a number; write it as 1024 or 1.5"
        case .toggle: answer == "true" || answer == "false" ? nil : "a toggle is true or false"
        case .url:
            WebAddress.isWhole(answer)
                ? nil : "\"\(answer)\" is not a whole address; write it as https://example.org/a%20b"
        case .date: CalendarDate.isValid(answer) ? nil : "\"\(answer)\" is not a date; write it as 2026-11-21"
        case .choice:
            options.contains { $0.value.isExactly(answer) }
                ? nil : "\"\(answer)\" is none of " + options.map(\.value).joined(separator: ", ")
        default: nil
        }
    }
}

enum WebAddress {
    /// Schemes whose addresses may be numbers that look like a port; RFC 3986 cannot distinguish the two.
    private static let numberSchemes: Set<String> = ["callto", "fax", "sip", "sips", "sms", "tel"]

    /// Whether the text begins with a scheme (RFC 3986, section 3.1), followed by a host if it is a web
    /// address, and has no blanks. In nas:5000 and example.org:80/a the part before the colon is a host, not
    /// a scheme.
    static func isWhole(_ text: String) -> Bool {
        let hasBlanks = text.unicodeScalars.contains {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        let scheme = text.prefix { $0 != ":" }
        guard !hasBlanks, scheme.utf8.count < text.utf8.count, isScheme(scheme) else { return false }
        let rest = text.dropFirst(scheme.count + 1)
        let name = scheme.lowercased()
        if name == "http" || name == "https" { return hasHost(rest) }
        let port = rest.prefix { !"/?#".contains($0) }
        let isPort =
            !numberSchemes.contains(name) && UInt16(port) != nil
            && port.allSatisfy { ("0"..."9").contains($0) }
        return rest.hasPrefix("//") || !scheme.contains(".") && !isPort
    }

    static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    /// Whether the text begins with an authority that has a host (RFC 3986, section 3.2).
    private static func hasHost(_ rest: Substring) -> Bool {
        guard rest.hasPrefix("//") else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return !host.isEmpty && !host.hasPrefix(":")
    }
}

/// Numbers in JSON's syntax, except that leading zeros are allowed, and a plus sign in the exponent is not:
/// no blanks, no hexadecimal digits, no infinities.
enum DecimalNumber {
    static func isValid(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func take(_ sign: Character) -> Bool {
            guard rest.first == sign.asciiValue else { return false }
            rest = rest.dropFirst()
            return true
        }
        func takeDigits() -> Bool {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest.dropFirst(digits.count)
            return !digits.isEmpty
        }
        _ = take("-")
        guard takeDigits(), !take(".") || takeDigits() else { return false }
        if take("e") || take("E") {
            _ = take("-")
            guard takeDigits() else { return false }
        }
        return rest.isEmpty && Double(text)?.isFinite == true
    }
}

/// ISO 8601 dates, YYYY-MM-DD.
enum CalendarDate {
    static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2],
            parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(day)
    }
}
