// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

extension Sheet {
    /// The activity does not take this content, or does not serve.
    package struct NotApplicable: Hashable, Sendable, JSONObjectConvertible {
        package let identifier: String
        package let code: Verdict.Code
        package let reason: String

        package init(identifier: String, code: Verdict.Code, reason: String) {
            self.identifier = identifier
            self.code = code
            self.reason = reason
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            identifier = try object.read("identifier")
            code = try object.read("code")
            reason = try object.read("reason")
        }

        package var object: JSON.Object {
            .withoutNulls(["identifier": identifier, "code": code, "reason": reason])
        }
    }

    /// Answers are missing: the questions, for whoever asks them.
    package struct AnswersRequired: Hashable, Sendable, JSONObjectConvertible {
        package let fields: [Field]

        package init(fields: [Field]) {
            self.fields = fields
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            fields = try object.read("fields")
        }

        package var object: JSON.Object { .withoutNulls(["fields": fields]) }
    }

    /// An answer is none to its question.
    package struct InvalidAnswer: Hashable, Sendable, JSONObjectConvertible {
        package let field: String
        package let reason: String

        package init(field: String, reason: String) {
            self.field = field
            self.reason = reason
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            field = try object.read("field")
            reason = try object.read("reason")
        }

        package var object: JSON.Object { .withoutNulls(["field": field, "reason": reason]) }
    }
}
