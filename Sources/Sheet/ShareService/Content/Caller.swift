// SPDX-License-Identifier: Apache-2.0
//
// A path means the same file to two processes only if both see the same file system. So a caller counts as
// one of this machine's own programs if it has our mount namespace and our root, and no sandbox has left its
// mark there. Whatever cannot be told (a process that is gone, or whose /proc is not ours to read) makes it a
// sandbox: that costs it `file:` URIs outside of the document portal, and descriptors remain.
//
// What Flatpak confines speaks through a proxy, which Flatpak puts in a sandbox of its own for this very
// purpose: the bus gives the proxy's process, and in its root lies the app's .flatpak-info. Other sandboxes have theirs run by the
// host; whom such a proxy speaks for cannot be told, so it is a sandbox too.

import CGIO
import Glibc
import Host
package import SessionBus

/// Who shares.
package enum Caller: Hashable, Sendable {
    /// It sees the files that we see.
    case host(CallingProgram)
    /// - Parameter app: as Flatpak calls it; nil for another sandbox.
    case sandboxed(app: String?)

    package var isSandboxed: Bool {
        if case .sandboxed = self { true } else { false }
    }

    /// The person's own, activity-sheet(1).
    var isCommand: Bool {
        if case .host(let program) = self { program.kind == .command } else { false }
    }

    /// The account of all connections of one app, so that more of them pass no limit. Sandboxes that cannot be told apart
    /// share one account.
    package var account: String {
        switch self {
        case .sandboxed(let app): "sandbox:" + (app ?? "")
        case .host(let program): program.account
        }
    }

    /// The program that shares. Sheets of one for the same, by the same asker, make room for one another.
    var sharer: String {
        if case .host(let program) = self { program.sharer } else { account }
    }

    /// Asks the bus for the caller's process, and looks at that; it may wait.
    ///
    /// The bus may hand over the process itself; else it is found by its number, which would be another
    /// process's if the caller had ended and left its connection to a child, and the number had come round
    /// since.
    package init(_ sender: String, on connection: BusConnection) {
        self = Self.process(of: sender, connection).map(Self.init) ?? .sandboxed(app: nil)
        guard case .host(var program) = self, program.isStartedByBus, program.application == nil
        else { return }
        program.nameOnBus = Self.application(of: sender, connection)
        self = .host(program)
    }

    /// - Parameter process: its folder in /proc; it fails once the process has ended, and never means
    ///   another.
    private init(_ number: Int, process: Descriptor) {
        guard ProcessFile.isSame("ns/mnt", in: process, "/proc/self/ns/mnt"),
            ProcessFile.isSame("root", in: process, "/"), Self.isUnmarked(process), !Self.isProxy(process)
        else {
            self = .sandboxed(app: Self.app(of: process))
            return
        }
        self = .host(CallingProgram(number, process))
    }

    private static let mark = ".flatpak-info"

    private static func isProxy(_ process: Descriptor) -> Bool {
        ProcessFile.target(of: "exe", in: process)?.hasSuffix("/xdg-dbus-proxy") == true
    }

    private static func isUnmarked(_ process: Descriptor) -> Bool {
        var status = stat()
        return fstatat(process.number, "root/" + mark, &status, AT_SYMLINK_NOFOLLOW) != 0 && errno == ENOENT
    }

    /// Whose instance a file of Flatpak's, as `.flatpak-info`, describes.
    ///
    /// - Parameter folder: where the file lies.
    static func app(of folder: Descriptor, in info: String = "root/" + mark) -> String? {
        guard let text = ProcessFile.text(info, in: folder), let keys = g_key_file_new() else { return nil }
        defer { g_key_file_unref(keys) }
        guard g_key_file_load_from_data(keys, text, gsize(text.utf8.count), G_KEY_FILE_NONE, nil) != 0,
            let name = g_key_file_get_string(keys, "Application", "name", nil)
        else { return nil }
        defer { g_free(name) }
        let app = String(cString: name)
        return isIdentifier(app) ? app : nil
    }

    /// The most bytes of an identifier, as D-Bus and Flatpak have it.
    private static let longest = 255

    /// It becomes part of a path.
    private static func isIdentifier(_ app: String) -> Bool {
        !app.isEmpty && app.utf8.count <= longest && !app.hasPrefix(".")
            && app.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }
}
