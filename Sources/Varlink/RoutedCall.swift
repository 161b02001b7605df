// SPDX-License-Identifier: Apache-2.0

/// A call that is decoded, held to its interface, and on its way to a handler.
struct RoutedCall {
    /// The very bytes that came.
    let frame: [UInt8]
    let call: Call
    let route: Service.Route
}
