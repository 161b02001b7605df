// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have the daemon read its configuration and bundles again.",
        discussion:
            "The daemon watches bundles, so this is seldom needed. It returns when the new ones are served.")

    @OptionGroup var options: ScopeOptions

    func run() throws {
        _ = try DaemonClient(options).call(Interfaces.service + ".Reload")
    }
}
