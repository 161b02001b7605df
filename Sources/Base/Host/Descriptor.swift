// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file descriptor that is open as long as this value exists.
package final class Descriptor: Sendable {
    package let number: CInt
    /// The object that closes the descriptor; nil if this value does.
    private let owner: (any AnyObject & Sendable)?

    /// - Parameter number: the descriptor to own; negative after a failed call, which gives nil.
    package init?(_ number: CInt) {
        guard number >= 0 else { return nil }
        (self.number, owner) = (number, nil)
    }

    /// A descriptor that `owner` closes, after this value is gone.
    package init(_ number: CInt, of owner: any AnyObject & Sendable) {
        (self.number, self.owner) = (number, owner)
    }

    deinit { if owner == nil { close(number) } }
}

extension Descriptor {
    /// Bytes per read for input of unknown size.
    private static let chunkBytes = 16 << 10

    /// Reads to the end or the limit. A file may grow while it is read, or report a wrong size.
    ///
    /// - Parameter size: expected size, in bytes.
    /// - Returns: nil, with errno, if the read fails.
    package static func read(_ number: CInt, limit: Int, expecting size: Int = 0) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            // One byte more than the expected size: usually the next read then returns nothing and confirms
            // the end.
            let expected = size > 0 ? size + 1 - bytes.count : 0
            let room = min(expected > 0 ? expected : chunkBytes, limit - bytes.count)
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

    /// Writes all bytes; may block.
    ///
    /// - Returns: false, with errno, if the write fails.
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
