// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import StrictJSON
package import Varlink

/// Why the daemon gave no answer.
package enum ServiceFault: Error, Hashable, Sendable {
    /// Nothing listens, or it cannot be started.
    case notRunning
    /// The connection broke.
    case disconnected
    /// The daemon said no.
    case refused(Refusal)

    /// An error of the daemon, as far as a sheet can use it.
    package struct Refusal: Hashable, Sendable {
        /// Without its interface.
        package var name: String
        /// The reason in the daemon's words.
        package var reason: String?
        /// The verdict on an activity that does not take the content.
        package var code: String?
        /// Fields that the person must fill in first.
        package var fields: [Sheet.Field]?
        /// The one whose answer is wrong.
        package var field: String?
        /// The activity, or the option, that the error is about.
        package var activity: String?

        package init(
            name: String, reason: String? = nil, code: String? = nil, fields: [Sheet.Field]? = nil,
            field: String? = nil
        ) {
            (self.name, self.reason, self.code) = (name, reason, code)
            (self.fields, self.field) = (fields, field)
        }
    }

    /// The activity, or the option, that the daemon refused.
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
