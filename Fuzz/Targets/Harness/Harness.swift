// SPDX-License-Identifier: Apache-2.0

/// The input from libFuzzer, copied.
package func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

/// Crashes with a message if a property does not hold; libFuzzer then saves the input.
package func expect(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { fatalError(property()) }
}
