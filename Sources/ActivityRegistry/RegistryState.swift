// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// What a look tells besides the snapshot, for the thread that answers.
package struct RegistryState: Sendable {
    /// By name.
    package var generators: [Generator] = []
    /// When to look again, in milliseconds of CLOCK_REALTIME: bundles are held back that may still be being
    /// copied. Nil where nothing is waited for.
    package var unsettledUntil: Int?
    /// Readable when `RegistryKeeper.refresh` is worth asking for; nil where nothing can be watched.
    package var watchDescriptor: Int32?
    /// Why some changes are seen only by a reload; nil where all are seen.
    package var unwatched: String?
    /// What cannot be read or used now: sentences.
    package var problems: [String] = []
    /// What the admin's files say.
    package var policy = PolicyReport()
    /// Bundles with errors that may still be being copied.
    package var heldBack: [Bundle] = []
}
