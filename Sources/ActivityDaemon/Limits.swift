// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// What the daemon takes at most. Each is larger than real use by a factor of ten or more, and small enough
/// that the whole of them together fits a small machine.
package struct Limits: Hashable, Sendable {
    /// Bytes of one call: a bundle of 256 KiB of icon in base64 and its programs fits.
    package var frameBytes = 1 << 20
    /// Bytes of one reply: a list of 10,000 activities fits.
    package var replyBytes = 8 << 20
    /// Together, and of one user; the last 128 are kept for root and for users who have none.
    package var connections = 1024
    package var connectionsPerUser = 256
    /// Bytes of finished icons that are kept: a thousand at 140 px.
    package var iconCacheBytes = 16 << 20

    package init() {}

    static let names = ["frameBytes", "replyBytes", "connections", "connectionsPerUser", "iconCacheBytes"]

    /// Takes what is there; keys that are absent keep their values.
    mutating func apply(_ object: JSON.Object) throws(JSON.Mismatch) {
        frameBytes = try Self.positive("frameBytes", object) ?? frameBytes
        replyBytes = try Self.positive("replyBytes", object) ?? replyBytes
        connections = try Self.positive("connections", object) ?? connections
        connectionsPerUser = try Self.positive("connectionsPerUser", object) ?? connectionsPerUser
        iconCacheBytes = try Self.positive("iconCacheBytes", object) ?? iconCacheBytes
    }

    private static func positive(_ name: String, _ object: JSON.Object) throws(JSON.Mismatch) -> Int? {
        let value: Int? = try object.read(name)
        guard value ?? 1 > 0 else { throw JSON.Mismatch(expected: "a number above 0").beneath(name) }
        return value
    }
}
