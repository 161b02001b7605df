// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import ActivityPolicy

/// Results of a look besides the snapshot, for the thread that answers.
package struct RegistryState: Sendable {
    /// Whether all could be read, nothing may still be being copied, and all icons are judged.
    package var isJudged = false
    /// Generators sorted by name.
    package var generators: [Generator] = []
    /// When to look again, in milliseconds of CLOCK_REALTIME: bundles are held back that may still be being
    /// copied. Nil where nothing is waited for.
    package var unsettledUntil: Int?
    /// Readable when `RegistryKeeper.refresh` is worth asking for; nil where nothing can be watched.
    package var watchDescriptor: Int32?
    /// Why some changes are seen only by a reload; nil where all are seen.
    package var unwatched: String?
    /// Present problems of files and folders that cannot be read or used, as sentences.
    package var problems: [String] = []
    /// Switches that the admin has turned off; everything until a look has found it.
    package var closed = Set(PolicySwitch.allCases)
    /// Whether all is closed only until a look finds what is decided.
    package var isClosed = true
    /// The admin's policy in force.
    package var admin = Decisions().policy
    /// The admin's files and their entries.
    package var policy = PolicyReport()
    /// Activities and switches that files would open if none were faulty.
    package var waiting = 0
    /// Bundles with errors that may still be being copied.
    package var heldBack: [Bundle] = []
}
