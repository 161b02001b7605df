// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Activities that a sheet is asked for without.
struct ExcludeOption: ParsableArguments {
    @Option(
        name: .customLong("exclude"),
        help: ArgumentHelp("Ask for a sheet without this activity; may be repeated.", valueName: "id"))
    var all: [String] = []

    /// As a request has them.
    var parameter: [String]? { all.isEmpty ? nil : all }
}
