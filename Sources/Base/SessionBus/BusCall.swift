// SPDX-License-Identifier: Apache-2.0

import CGIO
package import Host

/// A method call that waits for its reply. If it is released without one, the caller gets an error.
package final class BusCall {
    package let sender: String
    package let member: String
    /// A tuple of the types that the interface declares.
    package let arguments: Variant
    private var invocation: OpaquePointer?

    /// Returns nil for a call without a sender, as on a connection without a bus.
    ///
    /// - Parameter invocation: a reference that this value takes over.
    package init?(_ invocation: OpaquePointer) {
        guard let sender = g_dbus_method_invocation_get_sender(invocation),
            let member = g_dbus_method_invocation_get_method_name(invocation),
            let body = g_dbus_method_invocation_get_parameters(invocation),
            let arguments = Variant(taking: g_variant_ref(body))
        else {
            g_object_unref(gpointer(invocation))
            return nil
        }
        self.sender = String(cString: sender)
        self.member = String(cString: member)
        self.arguments = arguments
        self.invocation = invocation
    }

    deinit { refuse(.failed("The service has given up on this call.")) }

    package func reply(_ body: OpaquePointer?) {
        guard let invocation else { return }
        self.invocation = nil
        g_dbus_method_invocation_return_value(invocation, body)
    }

    package func refuse(_ error: BusError) {
        guard let invocation else { return }
        self.invocation = nil
        g_dbus_method_invocation_return_dbus_error(invocation, error.name, error.message)
    }

    /// The call's descriptor at `index`; nil if there is none.
    package func descriptor(_ index: CInt) -> Descriptor? {
        guard let invocation,
            let list = g_dbus_message_get_unix_fd_list(
                g_dbus_method_invocation_get_message(invocation))
        else { return nil }
        g_object_ref(gpointer(list))
        return DescriptorList(taking: list)[index]
    }
}
