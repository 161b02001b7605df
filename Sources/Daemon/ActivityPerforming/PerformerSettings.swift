// SPDX-License-Identifier: Apache-2.0

/// The person's folders, and the limits of the performer.
package struct PerformerSettings: Sendable {
    /// $XDG_RUNTIME_DIR.
    package let runtimeFolder: String
    package let home: String
    /// $XDG_CONFIG_HOME.
    let configurationFolder: String
    /// The daemon's cache, for files too large for the runtime folder.
    let cacheFolder: String
    /// The parent of the folders in which activities store state, one each.
    let activityStates: String
    package let environment: [String: String]
    /// Whether the daemon is a systemd service, which is sandboxed and exits when idle.
    let isService: Bool
    /// Path of activity-sandbox.
    let sandboxProgram: String
    /// Finds the path of an installed program; called on the disk's thread.
    let findProgram: @Sendable (String) -> String?
    /// Time in which an activity that hands over may fail, in microseconds.
    let handOverTime: UInt64
    /// Maximum programs that run at the same time.
    let maximumRunning: Int

    package init(
        runtimeFolder: String, home: String, configurationFolder: String, cacheFolder: String,
        activityStates: String, environment: [String: String], isService: Bool, sandboxProgram: String,
        findProgram: @escaping @Sendable (String) -> String?, handOverTime: UInt64,
        maximumRunning: Int
    ) {
        self.runtimeFolder = runtimeFolder
        self.home = home
        self.configurationFolder = configurationFolder
        self.cacheFolder = cacheFolder
        self.activityStates = activityStates
        self.environment = environment
        self.isService = isService
        self.sandboxProgram = sandboxProgram
        self.findProgram = findProgram
        self.handOverTime = handOverTime
        self.maximumRunning = maximumRunning
    }
}
