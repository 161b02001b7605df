// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import StrictJSON

/// The browsers' "native messaging" (Chromium, Firefox): 32 bits of length in the machine's byte order, then
/// JSON in UTF-8.
struct NativeMessages {
    /// Maximum bytes of a message: more than a text of 1 Mi characters, all escaped. Browsers allow 64 MiB,
    /// or 4 GiB.
    static let maximumBytes = 8 << 20

    let input: CInt
    let output: CInt

    /// Waits for the next message.
    ///
    /// - Returns: nil if the browser has closed the connection between two messages.
    func read() throws(HostError) -> JSON? {
        guard let head = try bytes(4, orEnd: true) else { return nil }
        let length = head.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
        guard length <= Self.maximumBytes else { throw .tooLong(bytes: length) }
        guard let body = try bytes(length, orEnd: false) else { throw .cutOff }
        do {
            return try JSON(parsing: body)
        } catch {
            throw .malformed("A message is not JSON: \(error)")
        }
    }

    /// Writes a message; blocks while the pipe is full.
    func write(_ message: JSON) throws(HostError) {
        let body = message.serialized
        let bytes = withUnsafeBytes(of: UInt32(body.count)) { Array($0) } + body
        guard Descriptor.write(bytes, to: output) else { throw .system("write", code: errno) }
    }

    private func bytes(_ count: Int, orEnd: Bool) throws(HostError) -> [UInt8]? {
        guard let bytes = Descriptor.read(input, limit: count) else { throw .system("read", code: errno) }
        if bytes.count == count { return bytes }
        guard orEnd, bytes.isEmpty else { throw .cutOff }
        return nil
    }
}
