// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import Host

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Begin activities with plug-ins of other programs' formats.",
        discussion: """
            It translates KDE's service menus, Nemo's actions, Thunar's send-to entries, the actions of \
            PCManFM-Qt, and contracts, and writes the bundles into the current folder for you to change. It \
            never overwrites a folder. What cannot be translated is listed with the reason; then the exit \
            status is 1.

            Example:
              activityctl import resize.desktop
              activityctl check servicemenu.resize.*.activity
            """)

    @Argument(help: ArgumentHelp("The plug-ins' files.", valueName: "file"), completion: .file())
    var files: [String]

    /// Replaces this process with activity-generator, which translates the formats.
    func run() throws {
        let program = OwnProgram.path("activity-generator")
        let words = [program, "import"] + files
        var vector = words.map { strdup($0) } + [nil]
        execv(program, &vector)
        throw Failure("\(program) could not be started: \(ErrorText.of()).", next: "Install activityd again.")
    }
}
