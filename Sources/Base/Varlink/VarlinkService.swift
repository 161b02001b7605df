// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// The interface through which every service describes itself (varlink.org/Service).
package enum VarlinkService {
    static let name = "org.varlink.service"

    /// The interface; nil if its text does not parse, which a test rules out.
    package static let interface = try? Interface(parsing: text)

    /// The standard's signatures, with the two errors that systemd added.
    static let text = """
        # What every Varlink service can say about itself.
        interface org.varlink.service

        # Who made the service, and the names of its interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The text that describes one of the interfaces.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The method is declared, but the service does not offer it.
        error MethodNotImplemented (method: string)

        # This parameter is missing, unknown or not of its type.
        error InvalidParameter (parameter: string)

        # The peer may not call this method.
        error PermissionDenied ()

        # The method can only be called with "more".
        error ExpectedMore ()

        """
}
