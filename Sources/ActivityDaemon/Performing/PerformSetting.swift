// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Whose activities are performed, and where.
struct PerformSetting: Sendable {
    /// $XDG_RUNTIME_DIR.
    let runtimeFolder: String
    let home: String
    /// $XDG_CONFIG_HOME.
    let configurationFolder: String
    /// The daemon's own, for what is too large for the runtime folder.
    let cacheFolder: String
    /// The daemon's own.
    let environment: [String: String]
    /// Whether the daemon is a service of systemd, narrowed and ended when it is idle.
    let isService: Bool
    /// activity-sandbox.
    let sandboxProgram: String
    /// How long an activity that hands over has to fail, in microseconds.
    let handOverTime: UInt64
}
