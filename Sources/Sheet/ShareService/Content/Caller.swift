// SPDX-License-Identifier: Apache-2.0
//
// A path means the same file to two processes only if both see the same file system. So a caller counts as
// one of this machine's own programs if it has our mount namespace and our root, and the root has no
// sandbox's mark. A caller that cannot be checked (its process has ended, or its /proc is not readable)
// counts as a sandbox: its `file:` URIs are refused, unless it is a Flatpak app and they are documents of the
// portal; it can still pass descriptors.
//
// A Flatpak app speaks through a proxy, which Flatpak puts in a sandbox of its own for this purpose: the bus
// reports the proxy's process, and the proxy's root contains the app's .flatpak-info. Other sandboxes have
// their proxy run by the host. Such a proxy does not reveal its app, so it counts as a sandbox too.

import CGIO
import Glibc
import Host
package import SessionBus

package enum Caller: Hashable, Sendable {
    /// A program that sees the same files as this process.
    case host(CallingProgram)
    /// - Parameter app: Flatpak's identifier; nil for other sandboxes.
    case sandboxed(app: String?)

    package var isSandboxed: Bool {
        if case .sandboxed = self { true } else { false }
    }

    /// Whether the caller is activity-sheet(1), the person's own command.
    var isCommand: Bool {
        if case .host(let program) = self { program.kind == .command } else { false }
    }

    /// Account of all connections of one app, so that more connections do not raise a limit. Sandboxes that
    /// cannot be told apart share one account.
    package var account: String {
        switch self {
        case .sandboxed(let app): "sandbox:" + (app ?? "")
        case .host(let program): program.account
        }
    }

    /// Key of the sharing program. An untouched sheet of the program is replaced when it shares the same
    /// content again.
    var sharer: String {
        if case .host(let program) = self { program.sharer } else { account }
    }

    /// Asks the bus for the caller's process and examines it. May block.
    ///
    /// The bus may pass a pidfd. Without one the process is found by its number, which is another process's
    /// if the caller has ended and left its connection to a child, and the number has been reused.
    package init(_ sender: String, on connection: BusConnection) {
        self = Self.process(of: sender, connection).map(Self.init) ?? .sandboxed(app: nil)
        guard case .host(var program) = self, program.isStartedByBus, program.application == nil
        else { return }
        program.nameOnBus = Self.application(of: sender, connection)
        self = .host(program)
    }

    /// - Parameter process: the process's folder in /proc. Reads fail once the process has ended, and never
    ///   reach another process.
    private init(_ number: Int, process: Descriptor) {
        guard ProcessFile.isSame("ns/mnt", in: process, "/proc/self/ns/mnt"),
            ProcessFile.isSame("root", in: process, "/"), Self.isUnmarked(process), !Self.isProxy(process)
        else {
            self = .sandboxed(app: Self.app(of: process))
            return
        }
        self = .host(CallingProgram(number, process))
    }

    private static let flatpakInfo = ".flatpak-info"

    private static func isProxy(_ process: Descriptor) -> Bool {
        ProcessFile.target(of: "exe", in: process)?.hasSuffix("/xdg-dbus-proxy") == true
    }

    private static func isUnmarked(_ process: Descriptor) -> Bool {
        var status = stat()
        return fstatat(process.number, "root/" + flatpakInfo, &status, AT_SYMLINK_NOFOLLOW) != 0
            && errno == ENOENT
    }

    /// The app that a Flatpak info file, such as `.flatpak-info`, names; nil if there is no such file or
    /// valid name.
    ///
    /// - Parameter folder: the folder that contains `info`.
    static func app(of folder: Descriptor, in info: String = "root/" + flatpakInfo) -> String? {
        guard let text = ProcessFile.text(info, in: folder), let keys = g_key_file_new() else { return nil }
        defer { g_key_file_unref(keys) }
        guard g_key_file_load_from_data(keys, text, gsize(text.utf8.count), G_KEY_FILE_NONE, nil) != 0,
            let name = g_key_file_get_string(keys, "Application", "name", nil)
        else { return nil }
        defer { g_free(name) }
        let app = String(cString: name)
        return isIdentifier(app) ? app : nil
    }

    /// Maximum length of an identifier in D-Bus and Flatpak, in bytes.
    private static let maximumIdentifierBytes = 255

    /// Validates the identifier, which becomes part of a path.
    private static func isIdentifier(_ app: String) -> Bool {
        !app.isEmpty && app.utf8.count <= maximumIdentifierBytes && !app.hasPrefix(".")
            && app.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
    }
}
