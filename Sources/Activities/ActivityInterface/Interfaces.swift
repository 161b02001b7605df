// SPDX-License-Identifier: Apache-2.0

package import Varlink

/// The interfaces of the daemon, parsed from the same files that it serves.
package enum Interfaces {
    package static let sheet = "io.activityd.Sheet"
    package static let registry = "io.activityd.Registry"
    package static let service = "io.systemd.service"

    /// Path of the daemon's socket in the runtime folder.
    package static let socketName = "activityd/io.activityd"

    /// - Throws: if a file is not a valid interface, which tests rule out.
    package static func load() throws(InterfaceSyntaxError) -> (
        sheet: Interface, registry: Interface, service: Interface
    ) {
        (
            try Interface(
                parsing: String(decoding: PackageResources.io_activityd_Sheet_varlink, as: UTF8.self)),
            try Interface(
                parsing: String(decoding: PackageResources.io_activityd_Registry_varlink, as: UTF8.self)),
            try Interface(
                parsing: String(decoding: PackageResources.io_systemd_service_varlink, as: UTF8.self))
        )
    }
}

extension CallError: CustomStringConvertible {
    package var description: String { varlink(in: Interfaces.sheet).description }
}
