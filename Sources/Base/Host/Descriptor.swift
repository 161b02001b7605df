// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file descriptor that is open as long as this value.
package final class Descriptor: Sendable {
    package let number: CInt
    /// The object that closes it; nil if this value does.
    private let owner: (any AnyObject & Sendable)?

    /// - Parameter number: is taken over; nil where it is an error's.
    package init?(_ number: CInt) {
        guard number >= 0 else { return nil }
        (self.number, owner) = (number, nil)
    }

    /// One that its owner closes, not before this value is gone.
    package init(_ number: CInt, of owner: any AnyObject & Sendable) {
        (self.number, self.owner) = (number, owner)
    }

    deinit { if owner == nil { close(number) } }
}

extension Descriptor {
    /// Read at a time where it is not known how much there is, in bytes.
    private static let portion = 16 << 10

    /// Reads to the end, or as many bytes as the limit says. A file may grow, or lie about its size, while it is read.
    ///
    /// - Parameter size: how much there may be.
    /// - Returns: nil, with errno, where it cannot be read.
    package static func read(_ number: CInt, limit: Int, expecting size: Int = 0) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            // The whole file and one byte more is the rule; then a read of nothing says that this was all.
            let expected = size > 0 ? size + 1 - bytes.count : 0
            let room = min(expected > 0 ? expected : portion, limit - bytes.count)
            var failure: CInt = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                let length = Glibc.read(number, buffer.baseAddress, room)
                failure = length < 0 ? errno : 0
                count = max(length, 0)
            }
            if failure == EINTR { continue }
            errno = failure
            guard failure == 0 else { return nil }
            if chunk.isEmpty { break }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        }
        return bytes
    }

    /// Writes all of it, for which it may wait.
    ///
    /// - Returns: false, with errno, where it cannot be written.
    package static func write(_ bytes: [UInt8], to number: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}
