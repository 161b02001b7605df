// SPDX-License-Identifier: Apache-2.0

/// The bounds of a program that the daemon runs for itself, in a sandbox narrower than any activity's: it
/// writes to one folder and nothing else, has no network and no bus, sees no other processes, and has an
/// environment of its own. Processes that it leaves running end with it.
package struct Confinement: Sendable {
    /// How long it may take, in microseconds.
    package static let timeUSec = 10_000_000
    /// The memory of all its processes together, where systemd runs it. `activity-sandbox --alone` limits each of them.
    static let memoryBytes = 512 << 20
    /// How long it may take to end when it is asked to, in microseconds. It has nothing to save.
    static let stopTime: UInt64 = 100_000

    /// Its argument, and the one folder that it writes to.
    let folder: String
    /// All of it.
    let environment: [String: String]
    /// Folders that it reads, also where the sandbox is empty otherwise.
    let shown: [String]

    package init(folder: String, environment: [String: String], shown: [String]) {
        (self.folder, self.environment, self.shown) = (folder, environment, shown)
    }
}
