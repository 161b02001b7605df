// SPDX-License-Identifier: Apache-2.0

/// How another program offers the sheet: a file that it reads, and what it takes to read it.
package struct Integration: Hashable, Sendable {
    /// What reads the file on the program's behalf.
    struct Reader: Hashable, Sendable {
        /// Any of these paths, beneath a folder of libraries.
        let files: [String]
        /// Debian's, which has it.
        let package: String
    }

    /// The program, or the family of programs, as people call it.
    package let name: String
    /// One of these in PATH means that it is installed.
    let programs: [String]
    /// Beneath a data folder.
    package let file: String
    /// Nil where the program reads the file itself.
    var reader: Reader?
}

extension Integration {
    package static let all = [
        Integration(
            name: "Nautilus", programs: ["nautilus"],
            file: "nautilus-python/extensions/activity_share.py",
            reader: Reader(
                files: [
                    "nautilus/extensions-4/libnautilus-python.so",
                    "nautilus/extensions-3.0/libnautilus-python.so",
                ], package: "python3-nautilus")),
        Integration(
            name: "Caja", programs: ["caja"], file: "caja-python/extensions/activity_share.py",
            reader: Reader(files: ["caja/extensions-2.0/libcaja-python.so"], package: "python3-caja")),
        Integration(
            name: "Nemo", programs: ["nemo"], file: "nemo/actions/io.activityd.share.nemo_action"),
        Integration(
            name: "Thunar", programs: ["thunar", "Thunar"], file: "Thunar/sendto/io.activityd.share.desktop"),
        Integration(
            name: "PCManFM", programs: ["pcmanfm"], file: "file-manager/actions/io.activityd.share.desktop",
            reader: Reader(files: ["libfm/modules/gtk-menu-actions.so"], package: "libfm-modules")),
        Integration(
            name: "PCManFM-Qt", programs: ["pcmanfm-qt"],
            file: "file-manager/actions/io.activityd.share.desktop"),
        Integration(
            name: "Dolphin", programs: ["dolphin"], file: "kio/servicemenus/io.activityd.share.desktop"),
        Integration(
            name: "KDE's Share menus", programs: ["gwenview", "spectacle", "okular", "dolphin", "kate"],
            file: "kpackage/Purpose/io.activityd.share/metadata.json",
            reader: Reader(
                files: ["libKF5Purpose.so.5", "libKF6Purpose.so.6"],
                package: "libkf6purpose-bin or libkf5purpose-bin")),
        Integration(
            name: "Deepin File Manager", programs: ["dde-file-manager"],
            file: "deepin/dde-file-manager/oem-menuextensions/io.activityd.share.desktop"),
    ]
}
