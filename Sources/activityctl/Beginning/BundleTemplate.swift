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
        let data = [("manifest.json", manifest), ("icon.svg", Self.icon)].map { path, text in
            BundleFile(path: path, bytes: Array((text + "\n").utf8))
        }
        let program = kind.program.map {
            BundleFile(path: "bin/run", bytes: Array(($0 + "\n").utf8), isExecutable: true)
        }
        return data + [program].compactMap(\.self)
    }

    private var manifest: String {
        """
        {
          "$schema": "file:///usr/share/activityd/activity-manifest.schema.json",
          "manifestVersion": 1,
          "identifier": "\(identifier)",
          "version": "1.0.0",
          "title": "\(title)",
          "icon": "icon.svg",
        \(kind.members)
        }
        """
    }

    /// Titles to try, best first: the identifier's last label says what the activity does.
    static func titles(_ identifier: String) -> [String] {
        let words = (identifier.split(separator: ".").last ?? "").split { $0 == "-" || $0 == "_" }
        let own = words.joined(separator: " ")
        return [own.prefix(1).uppercased() + own.dropFirst()] + placeholders
    }

    /// Titles that say nothing of what the activity does.
    static let placeholders = ["Do Something", "My Own", "Change Me"]

    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" width="70" height="70" viewBox="0 0 70 70">
          <!-- A mask: black on nothing, centred, without shadow. The sheet gives it its colour. -->
          <circle cx="35" cy="35" r="25" fill="none" stroke="#000" stroke-width="5"/>
          <path d="M35 23v24M23 35h24" fill="none" stroke="#000" stroke-width="5" stroke-linecap="round"/>
        </svg>
        """
}

extension BundleTemplate.Kind {
    /// What it does, for help.
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

    /// What to try it with, as a shell reads it.
    var example: String {
        switch self {
        case .files: "PICTURE"
        case .upload, .form: "FILE"
        case .convert: "FILE.csv"
        case .link: "https://example.org/"
        case .text: "--text 'two words'"
        }
    }

    fileprivate var members: String {
        switch self {
        case .files: Self.filesMembers
        case .upload: Self.uploadMembers
        case .convert: Self.convertMembers
        case .form: Self.formMembers
        case .link: Self.linkMembers
        case .text: Self.textMembers
        }
    }

    fileprivate var program: String? {
        switch self {
        case .files: Self.filesProgram
        case .upload: Self.uploadProgram
        case .convert: Self.convertProgram
        case .form: Self.formProgram
        case .link: nil
        case .text: Self.textProgram
        }
    }
}
