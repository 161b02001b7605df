// SPDX-License-Identifier: Apache-2.0

import Host

extension DrawingHelper {
    /// The program to be started: ACTIVITYD_DRAW where it is set, else ours.
    package static func program(environment: [String: String]) -> String {
        if let named = environment["ACTIVITYD_DRAW"], named.hasPrefix("/") { return named }
        return OwnProgram.path("activity-draw")
    }
}
