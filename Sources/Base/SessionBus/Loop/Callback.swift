// SPDX-License-Identifier: Apache-2.0

package import CGIO

/// A closure for C code: retained when it is passed, released by the destroy notification. So it lives
/// exactly as long as the source, watch or object that holds it.
package final class Callback {
    private let body: () -> Void

    package init(_ body: @escaping () -> Void) {
        self.body = body
    }

    /// The pointer to pass to C code, together with `release`.
    package var retained: gpointer { Unmanaged.passRetained(self).toOpaque() }

    /// Releases any object that C code holds.
    package static let release: GDestroyNotify = { pointer in
        if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
    }

    package static func call(_ pointer: gpointer?) {
        if let pointer { Unmanaged<Callback>.fromOpaque(pointer).takeUnretainedValue().body() }
    }
}
