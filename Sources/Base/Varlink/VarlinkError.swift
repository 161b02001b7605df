// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// An error on the wire: a qualified name and its parameters.
package struct VarlinkError: Error, Hashable, CustomStringConvertible {
    /// Interface and error, as in `org.varlink.service.MethodNotFound`.
    package let name: String
    package let parameters: JSON.Object
    /// The underlying mismatch, for the service's own log; not sent.
    package private(set) var cause: JSON.Mismatch?

    package init(_ name: String, _ parameters: JSON.Object = JSON.Object()) {
        self.name = name
        self.parameters = parameters
    }

    package var description: String {
        parameters.members.isEmpty
            ? name : name + " " + String(decoding: JSON.object(parameters).serialized, as: UTF8.self)
    }
}

/// The errors of `org.varlink.service`, which every service may return.
extension VarlinkError {
    /// A parameter is missing, unknown or of the wrong type; `parameter` is its top-level name.
    package static func invalidParameter(_ parameter: String) -> VarlinkError {
        standard("InvalidParameter", "parameter", parameter)
    }

    /// The error for the top-level parameter that contains the mismatch, at whatever depth.
    package static func invalidParameter(_ fault: JSON.Mismatch) -> VarlinkError {
        var error = invalidParameter(JSON.tokens(of: fault.pointer)?.first ?? "")
        error.cause = fault
        return error
    }

    /// The service has no interface of this name.
    package static func interfaceNotFound(_ interface: String) -> VarlinkError {
        standard("InterfaceNotFound", "interface", interface)
    }

    /// The interface has no method of this qualified name.
    package static func methodNotFound(_ method: String) -> VarlinkError {
        standard("MethodNotFound", "method", method)
    }

    /// The interface declares the method of this qualified name, but the service does not implement it.
    package static func methodNotImplemented(_ method: String) -> VarlinkError {
        standard("MethodNotImplemented", "method", method)
    }

    /// The method must be called with "more"; like PermissionDenied, systemd's addition to the standard
    /// interface.
    package static let expectedMore = VarlinkError(VarlinkService.name + ".ExpectedMore")
    package static let permissionDenied = VarlinkError(VarlinkService.name + ".PermissionDenied")

    private static func standard(_ name: String, _ parameter: String, _ value: String) -> VarlinkError {
        VarlinkError(VarlinkService.name + "." + name, JSON.Object([(parameter, .string(value))]))
    }
}
