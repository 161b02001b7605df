// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import ActivityPolicy

/// Results of a scan besides the snapshot, for the thread that answers.
package struct RegistryState: Sendable {
    /// Whether everything could be read, no bundle is possibly still being copied, and all icons are judged.
    package var isJudged = false
    package var generators: [Generator] = []
    /// Like `Load.unsettledUntil`; nil if no scan is planned.
    package var unsettledUntil: Int?
    /// Readable when `RegistryKeeper.refresh` may find a change; nil if nothing can be watched.
    package var watchDescriptor: Int32?
    /// The reason why some changes are found only by a reload, as a sentence; nil if all are noticed.
    package var unwatched: String?
    /// Present problems of files and folders that cannot be read or used, as sentences.
    package var problems: [String] = []
    /// Switches that the admin's policy turns off; all of them until a scan has read the policy.
    package var closed = Set(PolicySwitch.allCases)
    /// Whether everything is closed because the policy has not been read yet, or cannot be read.
    package var isClosed = true
    package var admin = Decisions().policy
    /// Report on the admin's files and their entries.
    package var policy = PolicyReport()
    /// Number of activities and switches that would be open if no policy file were broken.
    package var waiting = 0
    package var heldBack: [Bundle] = []
}
