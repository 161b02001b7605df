// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel

/// Whether a sheet would list anything. Its connection goes with it: a daemon with one does not rest.
package final class ShareInquiry {
    private let service: ActivityService

    /// - Parameter socket: of the person's daemon.
    package init(socket: String) {
        service = ActivityService(socket)
    }

    /// - Parameter answer: called once, unless this is let go of before; with false where there is no daemon.
    package func ask(types: [String], answer: @escaping (Bool) -> Void) {
        let items = types.map { Item(Representation(type: $0)) }
        service.call(Interfaces.sheet + ".List", Sheet.ListRequest(content: items)) {
            (reply: Result<Sheet.ListReply, ServiceFault>) in
            answer((try? reply.get())?.activities.isEmpty == false)
        }
    }
}
