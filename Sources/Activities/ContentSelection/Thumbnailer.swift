// SPDX-License-Identifier: Apache-2.0

import CGIO
import Host

/// A program that makes thumbnails of some file types, registered in `thumbnailers/*.thumbnailer`: gdk-pixbuf
/// for JPEG and PNG, separate packages for WEBP, HEIC, PDF and videos.
package struct Thumbnailer: Sendable {
    private let exec: [String]

    /// The data folders of programs, the person's first (XDG Base Directory Specification).
    package static var dataFolders: [String] {
        var folders = [String(cString: g_get_user_data_dir())]
        var next = g_get_system_data_dirs()
        while let folder = next?.pointee {
            folders.append(String(cString: folder))
            next = next?.advanced(by: 1)
        }
        return folders
    }

    /// The first installed thumbnailer for the type; nil if there is none. Waits for the disk.
    package init?(of type: String, in dataFolders: [String]) {
        let entries = dataFolders.lazy.flatMap { folder in
            let names = (try? Folder(opening: folder + "/thumbnailers").names()) ?? []
            return names.sorted().filter { $0.hasSuffix(".thumbnailer") }.map {
                "\(folder)/thumbnailers/\($0)"
            }
        }
        guard let exec = entries.compactMap({ Self.exec($0, of: type) }).first else { return nil }
        self.exec = exec
    }

    private static func exec(_ path: String, of type: String) -> [String]? {
        guard let keys = g_key_file_new() else { return nil }
        defer { g_key_file_unref(keys) }
        func value(_ key: String) -> String? {
            guard let text = g_key_file_get_string(keys, "Thumbnailer Entry", key, nil) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }
        guard g_key_file_load_from_file(keys, path, G_KEY_FILE_NONE, nil) != 0,
            value("MimeType")?.split(separator: ";").contains(Substring(type)) == true,
            isInstalled(value("TryExec"))
        else { return nil }
        return value("Exec").flatMap(words)
    }

    private static func isInstalled(_ program: String?) -> Bool {
        guard let program else { return true }
        guard let path = g_find_program_in_path(program) else { return false }
        g_free(path)
        return true
    }

    private static func words(_ line: String) -> [String]? {
        var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var count: CInt = 0
        guard g_shell_parse_argv(line, &count, &words, nil) != 0, let words else { return nil }
        defer { g_strfreev(words) }
        return (0..<Int(count)).compactMap { words[$0].map { String(cString: $0) } }
    }

    /// - Parameters:
    ///   - file, output: ASCII paths without blanks or per cent signs, which are valid in a URI.
    ///   - pixels: desired length of the longer side.
    package func command(file: String, output: String, pixels: Int) -> [String] {
        exec.map { word in
            word.replacing("%s", with: "\(pixels)").replacing("%u", with: "file://" + file)
                .replacing("%i", with: file).replacing("%o", with: output).replacing("%%", with: "%")
        }
    }
}
