// SPDX-License-Identifier: Apache-2.0

/// Another program's way to offer the sheet: the files that it reads, and the packages that install them.
struct Integration: Hashable, Sendable {
    /// A file that the program, or a plug-in loader on its behalf, reads.
    struct Part: Hashable, Sendable {
        enum InstallFolder: Hashable, Sendable {
            case data, libraries, configuration
        }

        let folder: InstallFolder
        /// Alternative paths, relative to folders of that kind.
        let files: [String]
        /// The Debian package that contains the file.
        let package: String

        /// The part that adds the sheet to the program's menu.
        static func entry(_ file: String, package: String = "activity-sheet") -> Part {
            Part(folder: .data, files: [file], package: package)
        }

        static func library(_ files: [String], package: String) -> Part {
            Part(folder: .libraries, files: files, package: package)
        }

        /// A part of our package for browsers.
        static func web(_ folder: InstallFolder, _ file: String) -> Part {
            Part(folder: folder, files: [file], package: "webext-activity-share")
        }
    }

    let name: String
    /// Executables; any of them in PATH means that the program is installed.
    let programs: [String]
    /// Ordered by importance: the first part's file is the one to show.
    let parts: [Part]
    /// Advice shown once all parts are installed.
    var note: String?
}

extension Integration {
    static let all = fileManagers + browsers

    private static let fileManagers = [
        Integration(
            name: "Nautilus", programs: ["nautilus"],
            parts: [
                .entry("nautilus-python/extensions/activity_share.py", package: "nautilus-activity-share"),
                .library(
                    [
                        "nautilus/extensions-4/libnautilus-python.so",
                        "nautilus/extensions-3.0/libnautilus-python.so",
                    ], package: "python3-nautilus"),
            ]),
        Integration(
            name: "Caja", programs: ["caja"],
            parts: [
                .entry("caja-python/extensions/activity_share.py", package: "caja-activity-share"),
                .library(["caja/extensions-2.0/libcaja-python.so"], package: "python3-caja"),
            ]),
        Integration(
            name: "Nemo", programs: ["nemo"], parts: [.entry("nemo/actions/io.activityd.share.nemo_action")]),
        Integration(
            name: "Thunar", programs: ["thunar", "Thunar"],
            parts: [.entry("Thunar/sendto/io.activityd.share.desktop")]),
        Integration(
            name: "PCManFM", programs: ["pcmanfm"],
            parts: [
                .entry("file-manager/actions/io.activityd.share.desktop"),
                .library(["libfm/modules/gtk-menu-actions.so"], package: "libfm-modules"),
            ]),
        Integration(
            name: "PCManFM-Qt", programs: ["pcmanfm-qt"],
            parts: [.entry("file-manager/actions/io.activityd.share.desktop")]),
        Integration(
            name: "KDE's Share menus", programs: ["gwenview", "spectacle", "okular", "dolphin", "kate"],
            parts: [
                .entry("kpackage/Purpose/io.activityd.share/metadata.json"),
                .library(
                    ["libKF5Purpose.so.5", "libKF6Purpose.so.6"],
                    package: "libkf6purpose-bin or libkf5purpose-bin"),
            ]),
        Integration(
            name: "Deepin File Manager", programs: ["dde-file-manager"],
            parts: [.entry("deepin/dde-file-manager/oem-menuextensions/io.activityd.share.desktop")]),
    ]

    /// Each browser needs the extension, and the manifest that names our program. Chrome's and Edge's
    /// extensions are in the person's profile.
    private static let browsers = [
        Integration(
            name: "Firefox", programs: ["firefox-esr", "firefox"],
            parts: [
                .web(.libraries, "mozilla/native-messaging-hosts/io.activityd.share.json"),
                .web(
                    .data, "mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/share@activityd.io.xpi"),
            ], note: "ready in new profiles"),
        Integration(
            name: "Chromium", programs: ["chromium"],
            parts: [
                .web(.configuration, "chromium/native-messaging-hosts/io.activityd.share.json"),
                .web(.data, "chromium/extensions/activity-share"),
            ]),
        Integration(
            name: "Chrome", programs: ["google-chrome"],
            parts: [.web(.configuration, "opt/chrome/native-messaging-hosts/io.activityd.share.json")],
            note: "needs the extension, added in Chrome"),
        Integration(
            name: "Edge", programs: ["microsoft-edge"],
            parts: [.web(.configuration, "opt/edge/native-messaging-hosts/io.activityd.share.json")],
            note: "needs the extension, added in Edge"),
    ]
}
