// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

extension Sheet {
    /// A question in the request's language.
    package struct Field: Hashable, Sendable, JSONObjectConvertible {
        package struct Option: Hashable, Sendable, JSONObjectConvertible {
            package let value: String
            package let label: String

            package init(value: String, label: String) {
                self.value = value
                self.label = label
            }

            package init(_ object: JSON.Object) throws(JSON.Mismatch) {
                value = try object.read("value")
                label = try object.read("label")
            }

            package var object: JSON.Object { .withoutNulls(["value": value, "label": label]) }
        }

        package let id: String
        package let label: String
        package let type: FormField.Kind
        package let options: [Option]?
        package let defaultAnswer: String?
        package let required: Bool
        package let hint: String?

        package init(_ field: FormField, locale: LocaleTag?) {
            id = field.id
            label = locale?.lookup(in: field.labels) ?? field.label
            type = field.kind
            options =
                field.kind == .choice
                ? field.options.map {
                    Option(value: $0.value, label: locale?.lookup(in: $0.labels) ?? $0.label)
                } : nil
            defaultAnswer = field.defaultAnswer
            required = field.isRequired
            hint = field.hint
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            id = try object.read("id")
            label = try object.read("label")
            type = try object.read("type")
            options = try object.read("options")
            defaultAnswer = try object.read("default")
            required = try object.read("required")
            hint = try object.read("hint")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "id": id, "label": label, "type": type, "options": options, "default": defaultAnswer,
                "required": required, "hint": hint,
            ])
        }
    }
}
