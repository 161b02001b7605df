// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Upper limits of the daemon. Each is at least ten times real use, and all of them together fit a small
/// machine.
package struct Limits: Hashable, Sendable {
    /// Bytes of one call: a bundle of 256 KiB of icon in base64 and its programs fits.
    package var frameBytes = 1 << 20
    /// Bytes of one reply: a list of 10,000 activities fits.
    package var replyBytes = 8 << 20
    /// Together; the last 128 are kept for root and for users who have none.
    package var connections = 1024
    /// The connections of one user; nil: 256 in the system scope, all in a person's own, who may follow all that runs and cancel it.
    package var connectionsPerUser: Int?
    /// Bytes of finished icons that are kept: a thousand at 140 px.
    package var iconCacheBytes = 16 << 20
    /// Microseconds in which an activity that hands over has failed or succeeded: xdg-open, which tries one
    /// program after the other, needs a tenth of it.
    package var handOverUSec = 2_000_000

    /// Microseconds in which the programs of direct fields print their targets: a sheet's row is whole within two seconds.
    package var targetsUSec = 1_900_000

    package init() {}

    /// A limit's key, and what may be said for it: with less the daemon is of no use, with more a typing error
    /// takes the machine's memory.
    private struct Key {
        let name: String
        let set: (inout Limits, Int) -> Void
        let range: ClosedRange<Int>
    }

    private static var keys: [Key] {
        [
            // A list of ten items, a small bundle.
            Key(name: "frameBytes", set: { $0.frameBytes = $1 }, range: 64 << 10...16 << 20),
            // A sheet of a hundred activities.
            Key(name: "replyBytes", set: { $0.replyBytes = $1 }, range: 64 << 10...64 << 20),
            // Some besides those that are kept for root.
            Key(name: "connections", set: { $0.connections = $1 }, range: 256...65_536),
            // A sheet, one who monitors, one who performs, and a command line beside them.
            Key(name: "connectionsPerUser", set: { $0.connectionsPerUser = $1 }, range: 8...65_536),
            Key(name: "iconCacheBytes", set: { $0.iconCacheBytes = $1 }, range: 64 << 10...1 << 30),
            // An hour; the daemon stays as long.
            Key(name: "handOverUSec", set: { $0.handOverUSec = $1 }, range: 1...3_600_000_000),
            // From a program's start to a minute.
            Key(name: "targetsUSec", set: { $0.targetsUSec = $1 }, range: 100_000...60_000_000),
        ]
    }

    /// Takes what is there; a key that is absent, or whose value cannot be used, keeps its value.
    ///
    /// - Returns: a sentence for each fault.
    mutating func apply(_ object: JSON.Object) -> [String] {
        object.members.compactMap { name, value in
            guard let key = Self.keys.first(where: { $0.name == name }) else {
                return "nothing reads the key \"limits/\(name)\"."
            }
            guard let number = try? Int(json: value), key.range.contains(number) else {
                return "a number from \(key.range.lowerBound) to \(key.range.upperBound) is expected at "
                    + "/limits/\(name)."
            }
            key.set(&self, number)
            return nil
        }
    }
}
