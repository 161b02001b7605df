// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import StrictJSON

/// A use of a target; counted if the activity succeeds.
package struct TargetUse: Hashable, Sendable {
    package let value: String
    package let kind: ContentKind

    package init(value: String, kind: ContentKind) { (self.value, self.kind) = (value, kind) }
}

extension TargetUse {
    /// Reads the answer to the form's direct field; nil if there is no such field or no answer, or if the
    /// answer is too long to store.
    init?(_ answers: [String: String], to form: [FormField], _ content: Content) {
        guard let field = form.first(where: \.isDirect), let value = answers[field.id], !value.isEmpty,
            value.utf8.count <= FormField.maximumTargetValue
        else { return nil }
        self.init(value: value, kind: ContentKind(content.outline))
    }
}

extension TargetUse: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        value = try object.read("value")
        kind = try ContentKind(rawValue: object.read("kind")) ?? .file
    }

    package var object: JSON.Object {
        JSON.Object([("value", .string(value)), ("kind", .string(kind.rawValue))])
    }
}
