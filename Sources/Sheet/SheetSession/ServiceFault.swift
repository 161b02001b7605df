// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import StrictJSON
package import Varlink

package enum ServiceFault: Error, Hashable, Sendable {
    /// No connection could be made: the daemon does not run, does not accept it, or its queue stayed full.
    case notRunning
    /// The connection was lost, or a reply could not be decoded.
    case disconnected
    case refused(Refusal)

    /// A Varlink error of the daemon, with the parameters that sheets use.
    package struct Refusal: Hashable, Sendable {
        /// The error's name without its interface.
        package var name: String
        /// The reason in the daemon's words.
        package var reason: String?
        /// Verdict code of the activity, if it is not applicable.
        package var code: String?
        /// Fields that the person must fill in first.
        package var fields: [Sheet.Field]?
        /// The field with an invalid answer.
        package var field: String?
        /// The activity or option that caused the error.
        package var activity: String?

        package init(
            name: String, reason: String? = nil, code: String? = nil, fields: [Sheet.Field]? = nil,
            field: String? = nil
        ) {
            (self.name, self.reason, self.code) = (name, reason, code)
            (self.fields, self.field) = (fields, field)
        }
    }

    var activity: String? { if case .refused(let refusal) = self { refusal.activity } else { nil } }

    package init(_ error: VarlinkError) {
        let name = error.name.split(separator: ".").last.map(String.init) ?? error.name
        var refusal = Refusal(name: name)
        refusal.reason = try? error.parameters.read("reason")
        refusal.code = try? error.parameters.read("code")
        refusal.fields = try? error.parameters.read("fields")
        refusal.field = try? error.parameters.read("field")
        refusal.activity = try? error.parameters.read("identifier")
        self = .refused(refusal)
    }
}
