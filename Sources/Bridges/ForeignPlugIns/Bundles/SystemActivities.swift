// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// The system's own activities, which foreign actions must not duplicate.
struct SystemActivities: Sendable {
    private let reserved: ReservedTitles
    /// Folders from which the activities were read, existing or not.
    let sources: [String]

    /// Programs that a system activity runs or replaces, with that activity's title.
    private static let programs = [
        "xdg-open": "Open", "gio": "Open", "lp": "Print", "bluetooth-sendto": "Bluetooth",
        "blueman-sendto": "Bluetooth", "bluedevil-sendfile": "Bluetooth", "kdeconnect-cli": "Send to Device",
        "xdg-email": "Mail", "thunar-sendto-email": "Mail", "plasma-apply-wallpaperimage": "Set as Wallpaper",
    ]

    /// Programs that duplicate an option of the sheet, with that option's title.
    private static let transforms = ["mat2": "Without Metadata"]

    init(_ surroundings: Surroundings) {
        sources = surroundings.dataFolders.map { $0 + "/activityd/activities" }
        var titles: [(identifier: String, title: String, locale: String?)] = []
        for folder in sources {
            for name in (try? Folder(opening: folder).names()) ?? [] {
                guard let identifier = BundleName.identifier(in: name),
                    let bytes = try? AtomicFile.read(folder + "/" + name + "/manifest.json", limit: 64 << 10)
                else { continue }
                let manifest = ManifestDecoder(isSystem: true, folder: name).decode(bytes).manifest
                titles.append((identifier, manifest.title, nil))
                titles += manifest.titles.map { (identifier, $1, $0) }
            }
        }
        reserved = ReservedTitles(titles)
    }

    func check(_ activity: ForeignActivity) throws(Omission) {
        try check(activity.command)
        try activity.title.check(reserved: reserved)
    }

    private func check(_ command: PlugInCommand) throws(Omission) {
        guard !command.exec.contains(where: Self.namesOwnSheet) else {
            throw Omission("It opens this very sheet.")
        }
        for program in command.programs.map(Programs.baseName) {
            guard let title = Self.transforms[program] else { continue }
            throw Omission("The sheet's Options have \"\(title)\", which does what \(program) does.")
        }
        guard let program = command.program.map(Programs.baseName), let title = Self.programs[program] else {
            return
        }
        // xdg-open and gio duplicate the system activity only if the command just opens the files.
        let others = command.exec.dropFirst().filter { ExecArgument($0).codes.isEmpty }
        guard program != "xdg-open" || others.isEmpty, program != "gio" || others == ["open"] else { return }
        throw Omission("The system's own activity \"\(title)\" runs \(program) already.")
    }

    private static func namesOwnSheet(_ argument: String) -> Bool {
        argument.split { " /;&|\"'".contains($0) }.contains("activity-sheet")
    }
}
