// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON

/// The person's folders for downloads, documents and pictures, as configured by xdg-user-dirs.
struct PersonalFolders {
    /// Maximum size of the configuration file, in bytes; it usually has a few lines.
    private static let maximumBytes = 64 << 10

    private let home: String
    /// Paths keyed by the variable's name, such as XDG_DOWNLOAD_DIR.
    private var named: [String: String] = [:]

    /// - Parameter configuration: $XDG_CONFIG_HOME.
    init(home: String, configuration: String) {
        self.home = home
        let path = configuration + "/user-dirs.dirs"
        guard let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes, followingLinks: true) else {
            return
        }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let name = line.prefix { $0 != "=" }
            let value = line.dropFirst(name.count + 1)
            guard value.count > 2, value.hasPrefix("\""), value.hasSuffix("\"") else { continue }
            named[String(name)] = absolute(value.dropFirst().dropLast())
        }
    }

    /// Parses "$HOME/…" or an absolute path, with backslashes before characters that a shell would interpret;
    /// nil for other paths.
    private func absolute(_ value: Substring) -> String? {
        var path = ""
        var rest = value.hasPrefix("$HOME") ? value.dropFirst(5) : value
        while let character = rest.popFirst() {
            path.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
        }
        if value.hasPrefix("$HOME") { path = home + path }
        return path.hasPrefix("/") ? path : nil
    }

    /// Creates a folder if it is missing; returns its real path.
    ///
    /// - Parameter reportPath: called with the path before the disk is touched.
    /// - Throws: `notPerformable` if it cannot be created, or if it is or contains the home folder, unless
    ///   that is requested.
    func make(
        _ folder: PerformOptions.Folder, _ reportPath: (String) -> Void = { _ in }
    ) throws(PerformRefusal) -> String {
        let path = try Self.make(self.path(folder, reportPath), reportPath)
        guard folder == .home || !RealPath.isInside(Array(RealPath.of(home).utf8), folder: Array(path.utf8))
        else {
            throw .notPerformable(
                reason:
                    "It writes to the folder for \(folder.rawValue) alone, "
                    + "but that folder is \(path), which is the home folder or holds it. "
                    + "Choose another folder for them (xdg-user-dirs-update(1)).")
        }
        return path
    }

    /// Creates a missing folder with mode 0700; returns its real path.
    static func make(_ path: String, _ reportPath: (String) -> Void) throws(PerformRefusal) -> String {
        reportPath(path)
        do { _ = try Folder(creating: path, mode: 0o700) } catch {
            throw .notPerformable(reason: error.description)
        }
        return RealPath.of(path)
    }

    private func path(_ folder: PerformOptions.Folder, _ reportPath: (String) -> Void) -> String {
        guard let (variable, name) = folder.personal else { return home }
        return own(variable, reportPath) ?? home + "/" + name
    }

    /// The configured folder; nil if there is none. xdg-user-dirs also writes the home folder, in any
    /// spelling, for "none".
    private func own(_ variable: String, _ reportPath: (String) -> Void) -> String? {
        guard let path = named[variable] else { return nil }
        reportPath(path)
        return RealPath.of(path).isExactly(RealPath.of(home)) ? nil : path
    }
}

extension PerformOptions.Folder {
    /// The environment variable that passes the folder to the program; nil for the home folder and the items'
    /// folders.
    var variable: String? { self == .state ? "STATE_DIRECTORY" : personal?.variable }

    /// The variable of xdg-user-dirs, and the folder's default name; nil for other folders.
    fileprivate var personal: (variable: String, name: String)? {
        switch self {
        case .home, .state, .item: nil
        case .downloads: ("XDG_DOWNLOAD_DIR", "Downloads")
        case .documents: ("XDG_DOCUMENTS_DIR", "Documents")
        case .pictures: ("XDG_PICTURES_DIR", "Pictures")
        }
    }
}
