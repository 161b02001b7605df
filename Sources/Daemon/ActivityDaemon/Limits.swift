// SPDX-License-Identifier: Apache-2.0

import ActivityPolicy

/// Upper limits of the daemon. Each is at least ten times real use, and all of them together fit a small
/// machine.
package struct Limits: Hashable, Sendable {
    /// Bytes of one call: room for a bundle with 256 KiB of icon in base64 and its programs.
    package var frameBytes = 0
    /// Bytes of one reply: room for a list of 10,000 activities.
    package var replyBytes = 0
    /// Connections of all users; the last 128 are reserved for root and for users without a connection.
    package var connections = 0
    /// Connections of sandboxed apps, which have a socket of their own: at most half of them for one app, and
    /// the last eighth for apps without a connection.
    static let sandboxedConnections = 256
    /// Connections of one user; nil: 256 in the system scope, all in a person's own, because the person may
    /// monitor and cancel all activities.
    package var connectionsPerUser: Int?
    /// Bytes of cached icons: room for a thousand at 140 px.
    package var iconCacheBytes = 0
    /// Microseconds within which an activity that hands over has failed or succeeded: xdg-open, which tries
    /// one program after the other, needs a tenth of it.
    package var handOverUSec = 0
    /// Microseconds within which the programs of direct fields print their targets: a sheet's row is complete
    /// within two seconds.
    package var targetsUSec = 0

    /// The defaults of the table of keys.
    package init() { apply(SettingKey.standardLimits) }

    /// Applies the given numbers, whose ranges SettingKey has checked.
    mutating func apply(_ numbers: [String: Int]) {
        func number(_ name: String, _ former: Int) -> Int { numbers[name] ?? former }
        frameBytes = number("frameBytes", frameBytes)
        replyBytes = number("replyBytes", replyBytes)
        connections = number("connections", connections)
        connectionsPerUser = numbers["connectionsPerUser"] ?? connectionsPerUser
        iconCacheBytes = number("iconCacheBytes", iconCacheBytes)
        handOverUSec = number("handOverUSec", handOverUSec)
        targetsUSec = number("targetsUSec", targetsUSec)
    }
}
