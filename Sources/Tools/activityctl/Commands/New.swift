// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import ArgumentParser
import Glibc

struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Begin an activity of your own.",
        discussion: """
            It writes a folder with a manifest, an icon to draw on and a program that works. It never \
            overwrites a folder.

            Templates:
            \(BundleTemplate.TemplateKind.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

            Examples:
              activityctl new org.example.resize
              activityctl new org.example.inbox --template upload
            """)

    @Argument(
        help: ArgumentHelp("Its identifier, beginning with a domain that is yours.", valueName: "id"))
    var identifier: String

    @Option(help: ArgumentHelp("What to begin with.", valueName: "template"))
    var template = BundleTemplate.TemplateKind.files

    func validate() throws {
        guard Identifier.isValid(identifier) else {
            throw ValidationError(
                "\"\(identifier)\" is not an identifier. Two or more labels of letters, digits, _ and - are "
                    + "one, joined by dots, none beginning with a digit or -: org.example.resize.")
        }
    }

    /// The bundle, with the first title that breaks no rule here, such as one reserved for a system activity.
    private var bundle: BundleTemplate {
        let validator = OfflineRegistry(scope: geteuid() == 0 ? .system : .user, bundles: nil)
            .validator(for: identifier)
        let templates = BundleTemplate.titles(identifier).map {
            BundleTemplate(kind: template, identifier: identifier, title: $0)
        }
        let faultless = templates.first { validator.candidate(files: $0.files).diagnostics.isEmpty }
        return faultless ?? BundleTemplate(kind: template, identifier: identifier, title: "Change Me")
    }

    func run() throws {
        let folder = identifier + ".activity"
        guard mkdir(folder, 0o777) == 0 else {
            guard errno == EEXIST else { throw NewFile.failure(folder) }
            throw Failure(
                "\(folder) already exists, and was left as it is.",
                next: "Choose another identifier, or move it.")
        }
        let files = bundle.files
        for file in files {
            for inner in BundlePath.folders(of: file.path)
            where mkdir(folder + "/" + inner, 0o777) != 0 && errno != EEXIST {
                throw NewFile.failure(folder)
            }
            try NewFile.write(
                file.bytes, to: folder + "/" + file.path, isNew: true, mode: file.isExecutable ? 0o777 : 0o666
            )
        }
        report(folder)
    }

    private func report(_ folder: String) {
        let width = template.parts.map(\.path.count).max() ?? 0
        let parts = template.parts.map { path, purpose in
            "  \(path)\(String(repeating: " ", count: width - path.count + 2))\(purpose)"
        }
        Output.lines(
            ["\(folder) is there:"] + parts + [
                "", "Next, change them, and see what to fix:",
                "  activityctl check \(folder) --report check.html",
            ] + steps(folder))
    }

    private func steps(_ folder: String) -> [String] {
        guard template == .transform else {
            return [
                "Perform it from where it lies, and when it does what it should, install it:",
                "  activityctl try \(folder) \(template.example)",
                "  activityctl register \(folder)",
            ]
        }
        return [
            "Have it served from where it lies, and see what it finds and what it makes:",
            "  activityctl register --link \(folder)",
            "  activityctl options \(template.example)",
            "  activityctl perform io.activityd.save \(template.example) --option \(identifier)",
        ]
    }
}
