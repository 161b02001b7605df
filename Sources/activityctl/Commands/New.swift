// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import ArgumentParser
import Glibc

/// `activityctl new`
struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Begin an activity of your own.",
        discussion: """
            It writes a folder with a manifest, an icon to draw on and a program. It never overwrites \
            a folder.

            Example:
              activityctl new org.example.resize
            """)

    @Argument(
        help: ArgumentHelp("Its identifier, beginning with a domain that is yours.", valueName: "id"))
    var identifier: String

    func validate() throws {
        guard Identifier.isValid(identifier) else {
            throw ValidationError(
                "\"\(identifier)\" is not an identifier. Two or more labels of letters, digits, _ and - are one, "
                    + "joined by dots, none beginning with a digit or -: org.example.resize.")
        }
    }

    /// With the first title that no rule has anything against here: what is the system's stays the system's.
    private var template: BundleTemplate {
        let validator = OfflineRegistry(scope: geteuid() == 0 ? .system : .user, bundles: nil)
            .validator(for: identifier)
        let templates = BundleTemplate.titles(identifier).map {
            BundleTemplate(identifier: identifier, title: $0)
        }
        let faultless = templates.first { validator.candidate(files: $0.files).diagnostics.isEmpty }
        return faultless ?? BundleTemplate(identifier: identifier, title: "Change Me")
    }

    func run() throws {
        let folder = identifier + ".activity"
        guard mkdir(folder, 0o777) == 0 else {
            guard errno == EEXIST else { throw NewFile.failure(folder) }
            throw Failure(
                "\(folder) already exists, and was left as it is.",
                next: "Choose another identifier, or move it.")
        }
        guard mkdir(folder + "/bin", 0o777) == 0 else { throw NewFile.failure(folder) }
        for file in template.files {
            try NewFile.write(
                file.bytes, to: folder + "/" + file.path, isNew: true, mode: file.isExecutable ? 0o777 : 0o666
            )
        }
        Output.lines(
            [
                "\(folder) is there:",
                "  manifest.json  what it is called, and what it takes",
                "  icon.svg       a mask to draw on: black, centred, no shadow",
                "  bin/run        does the work",
                "",
                "Next, change them, and see what to fix:",
                "  activityctl check \(folder) --picture check.png",
                "Then, when it is listed for what it takes, install it:",
                "  activityctl check \(folder) --with photo.jpg",
                "  activityctl register \(folder)",
            ])
    }
}
