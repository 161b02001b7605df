// SPDX-License-Identifier: Apache-2.0

/// Limits of a generator, whose sandbox is narrower than any activity's: it writes to one folder only, has no
/// network and no bus, sees no other processes, and has an environment of its own. Processes that it leaves
/// running are killed when it ends. Memory and stop time apply to inspectors too (`LaunchPlan.isConfined`).
package struct Confinement: Sendable {
    /// Time limit, in microseconds.
    package static let timeUSec = 10_000_000
    /// Maximum memory of all its processes together, in bytes, if systemd runs it. `activity-sandbox --alone`
    /// limits each process.
    static let memoryBytes = 512 << 20
    /// Bytes of its output that are kept.
    package static let outputBytes = OutputPipe.maximumListBytes
    /// Time that the program has to stop before it is killed, in microseconds. It has nothing to save.
    static let stopTime: UInt64 = 100_000

    /// The one folder that the program may write to, passed as its argument.
    let folder: String
    /// The whole environment.
    let environment: [String: String]
    /// Folders to show read-only, even if the sandbox hides their parent.
    let shown: [String]

    package init(folder: String, environment: [String: String], shown: [String]) {
        (self.folder, self.environment, self.shown) = (folder, environment, shown)
    }
}
