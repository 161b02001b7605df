// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

extension Sheet {
    /// What an app asks to be performed.
    package struct PerformRequest: Hashable, Sendable, JSONObjectConvertible {
        package var identifier: String
        package var content: [Item]
        /// By the id of the form's fields.
        package var answers: [String: String]?
        package var locale: String?
        package var activationToken: String?
        /// Absolute path of a bundle that is performed from where it lies.
        package var bundle: String?

        package init(identifier: String, content: [Item]) {
            self.identifier = identifier
            self.content = content
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            content = try object.read("content")
            answers = try object.read("answers")
            locale = try object.read("locale")
            activationToken = try object.read("activationToken")
            bundle = try object.read("bundle")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "identifier": identifier, "content": content, "answers": answers, "locale": locale,
                "activationToken": activationToken, "bundle": bundle,
            ])
        }
    }

    /// The parameters of Follow and Cancel.
    package struct UnitRequest: Hashable, Sendable, JSONObjectConvertible {
        package var unit: String

        package init(unit: String) {
            self.unit = unit
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            unit = try object.read("unit")
        }

        package var object: JSON.Object { .withoutNulls(["unit": unit]) }
    }
}
