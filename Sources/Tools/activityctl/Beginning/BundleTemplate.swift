// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import ArgumentParser

/// A bundle to begin with: it works, and breaks no rule but that it is still as it was begun.
struct BundleTemplate {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case files, upload, convert, form, link, text
    }

    let kind: Kind
    let identifier: String
    let title: String

    var files: [BundleFile] {
        let program = kind.program.map { BundleFile(path: "bin/run", bytes: $0, isExecutable: true) }
        return [
            BundleFile(path: "manifest.json", bytes: manifest),
            BundleFile(path: "icon.svg", bytes: Self.icon),
        ] + [program].compactMap(\.self)
    }

    private var manifest: [UInt8] {
        let text = String(decoding: kind.manifest, as: UTF8.self)
        return Array(
            text.replacing("@identifier@", with: identifier).replacing("@title@", with: title).utf8)
    }

    /// Titles to try, best first: the identifier's last label says what the activity does.
    static func titles(_ identifier: String) -> [String] {
        let words = (identifier.split(separator: ".").last ?? "").split { $0 == "-" || $0 == "_" }
        let own = words.joined(separator: " ")
        return [own.prefix(1).uppercased() + own.dropFirst()] + placeholders
    }

    /// Titles that say nothing of what the activity does.
    static let placeholders = ["Do Something", "My Own", "Change Me"]

    static let icon = PackageResources.icon_svg
}

extension BundleTemplate.Kind {
    /// The activity's function, for help.
    var summary: String {
        switch self {
        case .files: "prints the names of the files, in sh"
        case .upload: "puts files on a web server, with a form, in Python"
        case .convert: "makes JSON of tables in CSV, with progress, in Python"
        case .form: "copies files under new names that the person chooses, in Python"
        case .link: "opens an address made of a link, without a program"
        case .text: "counts the words of a text, selected or in a file, in sh"
        }
    }

    /// Arguments to try it with, in shell syntax.
    var example: String {
        switch self {
        case .files: "PICTURE"
        case .upload, .form: "FILE"
        case .convert: "FILE.csv"
        case .link: "https://example.org/"
        case .text: "--text 'two words'"
        }
    }

    /// The manifest, with the places of identifier and title marked.
    fileprivate var manifest: [UInt8] {
        switch self {
        case .files: PackageResources.files_json
        case .upload: PackageResources.upload_json
        case .convert: PackageResources.convert_json
        case .form: PackageResources.form_json
        case .link: PackageResources.link_json
        case .text: PackageResources.text_json
        }
    }

    fileprivate var program: [UInt8]? {
        switch self {
        case .files: PackageResources.files_sh
        case .upload: PackageResources.upload_py
        case .convert: PackageResources.convert_py
        case .form: PackageResources.form_py
        case .link: nil
        case .text: PackageResources.text_sh
        }
    }
}
