// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Activities to leave out of a sheet.
struct ExcludeOption: ParsableArguments {
    @Option(
        name: .customLong("exclude"),
        help: ArgumentHelp("Ask for a sheet without this activity; may be repeated.", valueName: "id"))
    var all: [String] = []

    /// The value for a request's `exclude`.
    var parameter: [String]? { all.isEmpty ? nil : all }
}
