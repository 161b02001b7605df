// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser

struct TransformOptions: ParsableArguments {
    @Option(
        name: .customLong("option"),
        help: ArgumentHelp(
            "Change what leaves, as \"activityctl options\" lists it; may be repeated.",
            valueName: "id[=field:value]"))
    var texts: [String] = []

    @Flag(
        help: "Share also items in which something that --option removes remains, or may remain.")
    var allowRemaining = false

    func validate() throws {
        do throws(Sheet.ChosenOption.InvalidOption) { _ = try Sheet.ChosenOption.all(texts) } catch {
            throw ValidationError(error.description)
        }
    }

    var chosen: [Sheet.ChosenOption] { (try? Sheet.ChosenOption.all(texts)) ?? [] }
}
