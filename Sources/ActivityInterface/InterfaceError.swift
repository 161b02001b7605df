// SPDX-License-Identifier: Apache-2.0

package import StrictJSON
package import Varlink

/// The parameters of an error that an interface declares.
package protocol InterfaceError: JSONObjectConvertible {
    /// With its interface before it.
    static var name: String { get }
}

extension InterfaceError {
    package var error: VarlinkError { VarlinkError(Self.name, object) }
}
