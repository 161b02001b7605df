// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
package import StrictJSON
import TestSupport
import Varlink

extension ServedDaemon {
    /// The reason why a form is incomplete: its programs have two seconds. On a busy machine that may be too
    /// little, and they are asked again.
    package static var lateForm: String { "It took too long to list them." }

    package func form(
        _ identifier: String, _ more: KeyValuePairs<String, JSON> = [:]
    ) throws -> [Sheet.Field] {
        let ask = Self.asking(identifier, Self.photo, more)
        var fields: [Sheet.Field]?
        _ = try HangLimit.passes {
            do {
                fields = try Sheet.FormReply(call("Sheet.Form", ask)).fields
            } catch let error as VarlinkError where error.parameters["reason"]?.text == Self.lateForm {}
            return fields != nil
        }
        return try fields.orUnexpected("The form of \(identifier) is always late.")
    }

    /// Waits until the files of all programs that have run are removed; none of them may be listed.
    package func waitTillNothingIsLeft() throws {
        for name in performFolders { try waitTillGone(folder("run/activityd/performs/" + name)) }
        let running = try Sheet.RunningReply(call("Sheet.Running")).performs
        guard running.isEmpty else { throw UnexpectedReply("Running lists \(running).") }
    }
}
