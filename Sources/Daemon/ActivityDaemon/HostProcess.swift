// SPDX-License-Identifier: Apache-2.0

package import Systemd

/// The process that a daemon runs in. Everything here belongs to the whole process, so activityd's main
/// program provides it; a test that runs a daemon beside others provides substitutes.
package struct HostProcess {
    /// Listening and stored descriptors from the service manager, with their names.
    let inherited: [(descriptor: CInt, name: String)]
    let journal: Journal
    /// Raises the limit on open descriptors (RLIMIT_NOFILE) to a number, or as far as permitted, and returns
    /// the limit.
    let raiseDescriptorLimit: (Int) -> Int
    /// Called with each change of the daemon's state, which the service manager wants to know.
    let report: (DaemonState) -> Void

    package init(
        inherited: [(descriptor: CInt, name: String)], journal: Journal,
        raiseDescriptorLimit: @escaping (Int) -> Int, report: @escaping (DaemonState) -> Void
    ) {
        self.inherited = inherited
        self.journal = journal
        self.raiseDescriptorLimit = raiseDescriptorLimit
        self.report = report
    }
}

/// The daemon's state, as a service manager distinguishes it. `status` is a sentence for people.
package enum DaemonState: Hashable, Sendable {
    /// The daemon serves: the first load, or a reload, has ended.
    case ready(status: String)
    /// Serves other bundles than before.
    case changed(status: String)
    case reloading
    case ending
}
