// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

extension PerformJob {
    /// The reason for starting a program, as the traits in which its start differs from an activity's. A
    /// feature declares its own purposes.
    package struct Purpose: Sendable {
        /// Creates the options of bubblewrap for a program that is confined.
        ///
        /// - Parameter reportPath: called with each path before it is touched.
        typealias SandboxOptions =
            @Sendable (
                _ job: PerformJob, _ program: String, PerformerSettings, PrivateFolder,
                _ reportPath: (String) -> Void
            ) throws(PerformRefusal) -> [[UInt8]]

        /// Whether the daemon runs the program for itself: no client follows it, and its files are removed.
        var isInternal = true
        /// Whether the program runs in the background: at low priority, with little memory, leaving no
        /// process behind.
        var isInBackground = false
        /// Whether the program changes the content.
        var changesContent = false
        /// activity-sandbox's option to kill the processes that the program leaves behind; nil if it may
        /// leave some.
        var supervision: String?
        /// Maximum bytes of output to keep; nil if the output is not the result.
        var outputBytes: @Sendable (PerformJob) -> Int? = { $0.handsOver ? nil : OutputPipe.maximumBytes }
        var sandboxOptions: SandboxOptions = {
            job, program, settings, folder, reportPath throws(PerformRefusal) in
            try Sandbox(of: job, program, settings, in: folder, reportPath).options(reportPath)
        }
        /// Variables that inform the program of its purpose.
        package var variables: [String: String] = [:]
    }
}

extension PerformJob.Purpose {
    static let activity = Self(isInternal: false)
    /// Prints something for the daemon, such as the options of a live field.
    package static let printing = Self()
}
