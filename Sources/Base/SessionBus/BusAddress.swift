// SPDX-License-Identifier: Apache-2.0

/// The recipient of a call: a bus name, an object path and an interface.
package struct BusAddress: Sendable {
    package let name: String
    package let path: String
    package let interface: String

    package static let bus = BusAddress(
        name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")

    package init(name: String, path: String, interface: String) {
        (self.name, self.path, self.interface) = (name, path, interface)
    }
}
