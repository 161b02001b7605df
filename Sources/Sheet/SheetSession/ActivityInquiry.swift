// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel

/// Queries to the daemon, without a sheet. Each uses its own connection, since an open one keeps the daemon
/// from exiting when idle.
package final class ActivityInquiry {
    private let service: ActivityService

    package init(socket: String) {
        service = ActivityService(socket)
    }

    /// Asks which activities a sheet for items of these types would list.
    ///
    /// - Parameter answer: called once, unless the inquiry is released earlier; nil if the call failed.
    package func listed(types: [String], answer: @escaping ([Sheet.Activity]?) -> Void) {
        let items = types.map { Item(Representation(type: $0)) }
        service.callApart(Interfaces.sheet + ".List", Sheet.ListRequest(content: items)) {
            (reply: Result<Sheet.ListReply, ServiceFault>) in answer((try? reply.get())?.activities)
        }
    }
}
