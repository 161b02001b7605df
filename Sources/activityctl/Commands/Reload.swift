// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser

/// `activityctl reload`
struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have the daemon read configuration and bundles anew.",
        discussion: "Bundles are watched, so that this is seldom needed. It ends when the new ones serve.")

    @OptionGroup var options: ScopeOptions

    func run() throws {
        _ = try DaemonClient(options).call(Interfaces.service + ".Reload")
    }
}
