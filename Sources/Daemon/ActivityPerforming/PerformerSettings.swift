// SPDX-License-Identifier: Apache-2.0

/// Whose activities are performed, and where.
package struct PerformerSettings: Sendable {
    /// $XDG_RUNTIME_DIR.
    package let runtimeFolder: String
    package let home: String
    /// $XDG_CONFIG_HOME.
    let configurationFolder: String
    /// The daemon's own, for what is too large for the runtime folder.
    let cacheFolder: String
    /// Where activities keep state, each in a folder of its own.
    let activityStates: String
    /// The daemon's own.
    package let environment: [String: String]
    /// Whether the daemon is a service of systemd, narrowed and ended when it is idle.
    let isService: Bool
    /// activity-sandbox.
    let sandboxProgram: String
    /// Finds a program of the machine by its name; called on the disk's thread.
    let findProgram: @Sendable (String) -> String?
    /// How long an activity that hands over has to fail, in microseconds.
    let handOverTime: UInt64
    /// How many activities run at the same time.
    let maximumRunning: Int
    /// The most bytes of all copies that transforms have made.
    let preparedBytes: Int

    package init(
        runtimeFolder: String, home: String, configurationFolder: String, cacheFolder: String,
        activityStates: String, environment: [String: String], isService: Bool, sandboxProgram: String,
        findProgram: @escaping @Sendable (String) -> String?, handOverTime: UInt64,
        maximumRunning: Int, preparedBytes: Int = 8 << 30
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
        self.preparedBytes = preparedBytes
    }
}
