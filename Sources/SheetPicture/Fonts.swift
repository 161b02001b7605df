// SPDX-License-Identifier: Apache-2.0

import CPango
import Glibc

/// The fonts of the machine, as fontconfig knows them.
package enum Fonts {
    /// Reads fontconfig's configuration and caches, which children inherit. Pango starts a thread of its own
    /// with its first word, and a thread does not survive a fork: that is left to each child.
    ///
    /// If fontconfig's caches are older than the fonts it tries to write them again, must not, and complains;
    /// the complaint is dropped.
    ///
    /// - Returns: the folders that hold fonts, links resolved.
    package static func load() -> Set<String> {
        let complaints = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if complaints >= 0, nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
        if nowhere >= 0 { close(nowhere) }
        defer {
            if complaints >= 0 {
                dup2(complaints, STDERR_FILENO)
                close(complaints)
            }
        }
        return FcInit() != 0 ? folders : []
    }

    /// Whether there is any; without one Pango draws nothing and says nothing.
    static var isAny: Bool {
        [FcSetSystem, FcSetApplication].contains { (FcConfigGetFonts(nil, $0)?.pointee.nfont ?? 0) > 0 }
    }

    private static var folders: Set<String> {
        var folders: Set<String> = []
        var named: Set<String> = []
        for set in [FcSetSystem, FcSetApplication] {
            guard let fonts = FcConfigGetFonts(nil, set)?.pointee, let patterns = fonts.fonts else {
                continue
            }
            for index in 0..<Int(fonts.nfont) {
                guard let path = file(patterns[index]), let slash = path.lastIndex(of: "/"),
                    named.insert(String(path[..<slash])).inserted || isLink(path)
                else { continue }
                folders.insert(resolvedFolder(path))
            }
        }
        return folders
    }

    private static func file(_ pattern: OpaquePointer?) -> String? {
        var name: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, "file", 0, &name) == FcResultMatch, let name else { return nil }
        return String(cString: name)
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func resolvedFolder(_ path: String) -> String {
        guard let full = realpath(path, nil) else { return path }
        defer { free(full) }
        let text = String(cString: full)
        return text.lastIndex(of: "/").map { String(text[..<$0]) } ?? text
    }
}
