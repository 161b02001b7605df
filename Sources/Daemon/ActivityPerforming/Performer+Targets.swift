// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host
package import StrictJSON

extension Performer {
    /// Has the program of a direct field print what can be shared to now, as it prints the options of a form, but behind
    /// other programs: a person waits for the sheet first.
    ///
    /// - Parameter then: given what it has printed.
    package func printTargets(
        _ job: PerformJob, program: String, then: @escaping (Result<String, PerformRefusal>) -> Void
    ) {
        let printer = ProgramClient(self, DiskCaller(.own, bytes: 0)) { then($0.flatMap(\.printed)) }
        perform(job, program: program, for: printer)
    }
}

/// A use of a target, as it counts once the activity has succeeded.
package struct TargetUse: Hashable, Sendable {
    package let value: String
    package let kind: ContentKind

    package init(value: String, kind: ContentKind) { (self.value, self.kind) = (value, kind) }
}

extension TargetUse {
    /// The answer to the form's direct field; nil if there is none, or it is too long to be kept.
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
