// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

extension DrawingHelper {
    static let installed = "/usr/libexec/activityd/activity-draw"

    /// The program to be started: ACTIVITYD_DRAW where it is set, else activity-draw beside the running
    /// program, else the installed one.
    package static func program(environment: [String: String]) -> String {
        if let named = environment["ACTIVITYD_DRAW"], named.hasPrefix("/") { return named }
        let beside = runningProgram.map { Folder.split($0).folder + "/activity-draw" }
        return beside.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? installed
    }

    private static var runningProgram: String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
