// SPDX-License-Identifier: Apache-2.0

import CGIO

/// Well-known names, acquired and released together.
package struct BusNames {
    let connection: BusConnection
    let names: [String]

    package init(_ connection: BusConnection, _ names: [String]) {
        (self.connection, self.names) = (connection, names)
    }

    /// DBUS_NAME_FLAG_DO_NOT_QUEUE.
    private static let flags: UInt32 = 4
    /// DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER and …_ALREADY_OWNER.
    private static let owned: Set<UInt32> = [1, 4]

    /// Requests all names, even if one fails.
    ///
    /// - Parameter then: receives the first name that another program owns, or that the bus did not grant;
    ///   nil if all are acquired.
    package func request(then: @escaping (_ taken: String?) -> Void) {
        each(
            names[...], nil, "RequestName", { [g_variant_new_string($0), g_variant_new_uint32(Self.flags)] }
        ) {
            name, reply in
            Self.owned.contains(reply ?? 0) ? nil : name
        } then: {
            then($0)
        }
    }

    /// Calls that the bus sent earlier are dispatched before `then` is called: messages stay in order.
    package func release(then: @escaping () -> Void) {
        each(names[...], nil, "ReleaseName", { [g_variant_new_string($0)] }) { _, _ in
            nil
        } then: { _ in
            then()
        }
    }

    private func each(
        _ rest: ArraySlice<String>, _ fault: String?, _ member: String,
        _ body: @escaping (String) -> [OpaquePointer?], _ judge: @escaping (String, UInt32?) -> String?,
        then: @escaping (String?) -> Void
    ) {
        guard let name = rest.first else { return then(fault) }
        let arguments = body(name)
        connection.call(
            member, of: .bus, g_variant_new_tuple(arguments, gsize(arguments.count)), type: "(u)"
        ) { reply in
            let found = fault ?? judge(name, reply?[0]?.unsigned)
            each(rest.dropFirst(), found, member, body, judge, then: then)
        }
    }
}
