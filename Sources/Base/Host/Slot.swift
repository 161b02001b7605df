// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value handed from one thread to another, which consumes it once.
package final class Slot<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    package init(_ value: Value? = nil) { self.value = Mutex(value) }

    package func put(_ value: Value) { self.value.withLock { $0 = value } }

    /// Removes and returns the value; nil if it is already gone.
    package func take() -> Value? { value.withLock { $0.take() } }
}
