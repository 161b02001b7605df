// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import ArgumentParser

/// A working bundle to start from. Its only diagnostics are about unchanged placeholders.
struct BundleTemplate {
    enum TemplateKind: String, CaseIterable, ExpressibleByArgument {
        case files, upload, convert, form, link, text, targets, transform
    }

    let kind: TemplateKind
    let identifier: String
    let title: String

    var files: [BundleFile] {
        let icon = kind == .transform ? [] : [BundleFile(path: "icon.svg", bytes: Self.icon)]
        return [BundleFile(path: "manifest.json", bytes: manifest)] + icon
            + kind.programs.map { BundleFile(path: $0.path, bytes: $0.bytes, isExecutable: true) }
    }

    private var manifest: [UInt8] {
        let text = String(decoding: kind.resources.manifest, as: UTF8.self)
        return Array(
            text.replacing("@identifier@", with: identifier).replacing("@title@", with: title).utf8)
    }

    /// Titles to try, best first: the identifier's last label usually names the activity's function.
    static func titles(_ identifier: String) -> [String] {
        let words = (identifier.split(separator: ".").last ?? "").split { $0 == "-" || $0 == "_" }
        let own = words.joined(separator: " ")
        return [own.prefix(1).uppercased() + own.dropFirst()] + placeholders
    }

    static let placeholders = ["Do Something", "My Own", "Change Me"]

    static let icon = PackageResources.icon_svg
}

extension BundleTemplate.TemplateKind {
    /// The activity's function, for help.
    var summary: String {
        switch self {
        case .files: "prints the names of the files, in sh"
        case .upload: "puts files on a web server, with a form, in Python"
        case .convert: "makes JSON of tables in CSV, with progress, in Python"
        case .form: "copies files under new names that the person chooses, in Python"
        case .link: "opens an address made of a link, without a program"
        case .text: "counts the words of a text, selected or in a file, in sh"
        case .targets: "shares to places that a program prints, each one press away in a sheet, in sh"
        case .transform: "has texts leave in capitals, as an option of what is shared, in Python"
        }
    }

    /// Arguments for a first try, in shell syntax.
    var example: String {
        switch self {
        case .files: "PICTURE"
        case .upload, .form, .targets: "FILE"
        case .convert: "FILE.csv"
        case .transform: "FILE.txt"
        case .link: "https://example.org/"
        case .text: "--text 'two words'"
        }
    }

    /// The manifest with placeholders for identifier and title, and the program; a link has no program.
    fileprivate var resources: (manifest: [UInt8], work: [UInt8]?) {
        switch self {
        case .files: (PackageResources.files_json, PackageResources.files_sh)
        case .upload: (PackageResources.upload_json, PackageResources.upload_py)
        case .convert: (PackageResources.convert_json, PackageResources.convert_py)
        case .form: (PackageResources.form_json, PackageResources.form_py)
        case .link: (PackageResources.link_json, nil)
        case .text: (PackageResources.text_json, PackageResources.text_sh)
        case .targets: (PackageResources.targets_json, PackageResources.targets_sh)
        case .transform: (PackageResources.transform_json, PackageResources.transform_py)
        }
    }

    /// The bundle's files and their purposes, as `activityctl new` prints them.
    var parts: [(path: String, purpose: String)] {
        [("manifest.json", "what it is called, and what it takes")]
            + (self == .transform ? [] : [("icon.svg", "a mask to draw on: black, centred, no shadow")])
            + programs.map { ($0.path, $0.purpose) }
    }

    fileprivate var programs: [(path: String, bytes: [UInt8], purpose: String)] {
        let others: [(path: String, bytes: [UInt8], purpose: String)] =
            switch self {
            case .targets: [("bin/places", PackageResources.places_sh, "prints what can be shared to")]
            default: []
            }
        return [resources.work].compactMap { $0.map { ("bin/run", $0, "does the work") } } + others
    }
}
