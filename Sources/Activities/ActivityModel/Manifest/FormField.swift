// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// One question that an activity asks before it acts.
package struct FormField: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable, JSONConvertible {
        case text, multiline, number, url, email, phone, password, pin, date, choice, toggle

        package var isSecret: Bool { self == .password || self == .pin }
    }

    package struct Option: Hashable, Sendable {
        package let value: String
        package let label: String
        package let labels: [String: String]
        /// Kind, detail and icon of a target; only options of a direct field have them.
        package var kind: TargetKind?
        package var detail: String?
        package var icon: String?

        package init(value: String, label: String, labels: [String: String]) {
            self.value = value
            self.label = label
            self.labels = labels
        }

        /// The label for a list with one line per option, with the detail in parentheses.
        package var described: String { detail.map { "\(label) (\($0))" } ?? label }
    }

    /// Names that a `uri` template uses for the content.
    package static let reservedIdentifiers: Set<String> = ["text", "uri", "name"]

    /// Names that a `uri` template uses for the caption and the subject; a field with such an id takes
    /// precedence.
    static let words: Set<String> = ["caption", "subject"]

    /// Whether arguments can use an answer by that name.
    static func isIdentifier(_ id: String) -> Bool {
        ExecArgument.isAnswerName(id) && !reservedIdentifiers.contains(id)
    }

    package let id: String
    package let label: String
    package let labels: [String: String]
    package let kind: Kind
    package private(set) var options: [Option]
    /// The program that prints the options when a client asks for the form, and its arguments; nil if the
    /// options are fixed.
    package private(set) var optionsExec: [String]?
    package private(set) var defaultAnswer: String?
    package let isRequired: Bool
    package let hint: String?
    /// Whether the daemon stores the person's answer as the next default; never true for a secret.
    package let remembers: Bool
    /// Whether each option is a target, one press away in a sheet.
    package let isDirect: Bool

    package init(
        id: String, label: String, labels: [String: String], kind: Kind, options: [Option],
        optionsExec: [String]? = nil, defaultAnswer: String?, isRequired: Bool, hint: String?,
        remembers: Bool = false, isDirect: Bool = false
    ) {
        self.id = id
        self.label = label
        self.labels = labels
        self.kind = kind
        self.options = options
        self.optionsExec = optionsExec
        self.defaultAnswer = defaultAnswer
        self.isRequired = isRequired
        self.hint = hint
        self.remembers = remembers
        self.isDirect = isDirect
    }

    /// Whether a program supplies the options when a client asks for the form.
    package var isLive: Bool { optionsExec != nil }

    /// The same question with the options that its program printed.
    package func offering(_ options: [Option]) -> FormField {
        var field = self
        (field.options, field.optionsExec) = (options, nil)
        return field
    }

    /// The same question with the last answer as its default; unchanged if answers are not remembered, or
    /// that answer is no longer valid.
    package func beginning(with answer: String?) -> FormField {
        guard remembers, let answer, fault(of: answer) == nil else { return self }
        var field = self
        field.defaultAnswer = answer
        return field
    }

    /// The reason why `answer` is invalid; nil if it is valid. Only the activity's program can validate a
    /// live field's answer, so this check only requires one line of text.
    package func fault(of answer: String) -> String? {
        isLive ? Self.fault(ofLive: answer) : kind.fault(of: answer, options: options)
    }

    static func fault(ofLive answer: String) -> String? {
        let isLine =
            !answer.isEmpty && !answer.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isLine ? nil : "\"\(printable(answer))\" is not one line of text"
    }
}

/// The kind of a target; sheets show its symbol.
package enum TargetKind: String, CaseIterable, Sendable, JSONConvertible {
    case phone, tablet, computer, television, speaker, person, group, place, program

    /// Whether the target's label is the name of a person or a group.
    package var isPeople: Bool { self == .person || self == .group }

    /// Whether the target is a device, which several activities may reach.
    package var isDevice: Bool {
        switch self {
        case .phone, .tablet, .computer, .television, .speaker: true
        case .person, .group, .place, .program: false
        }
    }
}
