// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel

/// Questions to the daemon, without a sheet. A connection goes with its answer: a daemon with one does not rest.
package final class ActivityInquiry {
    private let service: ActivityService

    /// - Parameter socket: of the person's daemon.
    package init(socket: String) {
        service = ActivityService(socket)
    }

    /// Asks which activities a sheet for items of these types would list.
    ///
    /// - Parameter answer: called once, unless this is let go of before; with nil where there is no answer.
    package func listed(types: [String], answer: @escaping ([Sheet.Activity]?) -> Void) {
        let items = types.map { Item(Representation(type: $0)) }
        service.callApart(Interfaces.sheet + ".List", Sheet.ListRequest(content: items)) {
            (reply: Result<Sheet.ListReply, ServiceFault>) in answer((try? reply.get())?.activities)
        }
    }
}
