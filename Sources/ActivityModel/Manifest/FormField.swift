// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// One question that an activity asks before it acts.
package struct FormField: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable, JSONConvertible {
        case text, multiline, number, url, email, phone, password, pin, date, choice, toggle

        /// Whether the answer is a secret.
        package var isSecret: Bool { self == .password || self == .pin }
    }

    package struct Option: Hashable, Sendable {
        package let value: String
        package let label: String
        package let labels: [String: String]

        package init(value: String, label: String, labels: [String: String]) {
            self.value = value
            self.label = label
            self.labels = labels
        }
    }

    /// Names that a `uri` template uses for the content.
    package static let reservedIdentifiers: Set<String> = ["text", "uri", "name"]

    package let id: String
    package let label: String
    package let labels: [String: String]
    package let kind: Kind
    package let options: [Option]
    package let defaultAnswer: String?
    package let isRequired: Bool
    package let hint: String?

    package init(
        id: String, label: String, labels: [String: String], kind: Kind, options: [Option],
        defaultAnswer: String?,
        isRequired: Bool, hint: String?
    ) {
        self.id = id
        self.label = label
        self.labels = labels
        self.kind = kind
        self.options = options
        self.defaultAnswer = defaultAnswer
        self.isRequired = isRequired
        self.hint = hint
    }
}
