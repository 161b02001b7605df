// SPDX-License-Identifier: Apache-2.0
//
// Enforces a manifest's `"network": false` and `"writes"`, which lists the folders to write to. bubblewrap
// builds the sandbox (bwrap(1)); activity-sandbox (its main.c) runs outside and inside, blocks local stream
// sockets and other programs' pipes, reports whether the program runs, and exits with its status.
//
// The sandbox starts empty and shows the necessary files, instead of hiding known ones. So a file that is
// created later, or in a folder that no list names, is not visible either:
//
//     /run, /dev, $XDG_RUNTIME_DIR     empty, except for the progress socket, the usual devices and the items
//     /tmp, $TMPDIR                    a private folder on the disk, removed after the last process has ended
//     $XDG_STATE_HOME/activityd/activities    empty, or the activity's own folder for "state"
//     /etc/ssh/ssh_config.d            copies owned by the person: ssh refuses root's files, unmapped here
//     everything else                  read-only except the folders of `writes`; unchanged without `writes`
//     the items, the bundle            read-only, except items in a folder of `writes`
//     items' folders in /tmp etc.      read-only, with only the items: new files would be lost
//
// The sandbox has its own processes, System V IPC, host name, cgroup namespace and, if so declared, network.
//
// Limits: reading the disk is not restricted; an activity that may write the whole home folder can write
// programs that run at the next login; an activity with network access reaches all services on it, this
// machine's own included.

import ActivityModel
import Glibc
import Host
import StrictJSON

/// The sandbox of an activity that restricts itself, or of a generator. Paths of its folders are real: they
/// contain no links.
struct Sandbox: Sendable {
    var network = false
    /// Folders that the activity may write, which exist; nil if writing is not restricted.
    var writes: [String]?
    /// Paths of `writes`' folders, with the variables that pass them to programs.
    var personal: [(variable: String, path: String)] = []
    let home: String
    /// The working folder; nil for the home folder.
    var workingFolder: [UInt8]?
    /// $XDG_RUNTIME_DIR.
    let runtimeFolder: String
    /// The bundle's folder; for a system bundle its parent, since system bundles share modules.
    let bundle: String
    /// The program and the items, at the paths that the program receives, without files made of text; for a
    /// generator, the programs and `Confinement.shown`.
    var shown: [[UInt8]]
    /// The items of `shown`.
    var items: [[UInt8]] = []
    /// The folder for TMPDIR and /tmp; nil for an empty /tmp in memory.
    var temporaryFolder: String?
    let files: String
    /// The parent folder of all performs' stores.
    let stores: String
    let states: String
    /// The folder of copies of `Self.sshSettings`; nil if there are none.
    var sshSettings: String?
    /// The progress socket; nil if the program reports none.
    var notifyPath: String?
    /// Mounts that the request's other programs have resolved.
    var mounts: KnownMounts?
    /// The limits of a generator; nil for an activity.
    var confinement: Confinement?

    /// The folder that /etc/ssh/ssh_config includes.
    static let sshSettings = "/etc/ssh/ssh_config.d"
    private static let innerNotifyPath = "/run/notify"

    /// Variables that name sockets and displays. They are unset so that a program fails at once instead of
    /// after a time-out.
    private static let unset = [
        "AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "GPG_AGENT_INFO", "ICEAUTHORITY",
        "PIPEWIRE_REMOTE", "PULSE_SERVER", "SESSION_MANAGER", "SSH_AGENT_PID", "SSH_AUTH_SOCK", "TMUX",
        "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XAUTHORITY",
    ]

    /// bubblewrap's options, in which later ones override earlier ones, then activity-sandbox's writable
    /// folders.
    ///
    /// - Parameter reportPath: called with each path before it is touched.
    /// - Throws: `notPerformable` if too many files, or other programs' files, would have to be visible.
    func options(_ reportPath: (String) -> Void) throws(PerformRefusal) -> [[UInt8]] {
        try checkFolders()
        let folders = try itemFolders(reportPath)
        var options: [[UInt8]] = []
        isolate(&options)
        mountSystem(&options, folders)
        mountActivity(&options, folders)
        try show(&options, folders, reportPath)
        name(&options)
        limit(&options)
        return options
    }

    /// Folders that every sandbox replaces (`covered`); the `private` ones contain no files of the person's.
    private static let own = (
        covered: ["/tmp", "/run", "/dev", "/dev/shm", "/proc", "/sys"], private: ["/dev", "/proc", "/sys"]
    )

    private var hidden: HiddenFolders {
        HiddenFolders(
            covered: Self.own.covered + [runtimeFolder, stores, states],
            private: Self.own.private + [stores, states, runtimeFolder + "/activityd"], home: home,
            known: mounts)
    }

    /// Real paths of the writable folders that contain the items, except the home folder or a folder above
    /// it, hidden folders, folders that contain other programs' files, and paths that are not UTF-8. Empty if
    /// there are more than `HiddenFolders.maximum`.
    func folders(of items: [[UInt8]], _ reportPath: (String) -> Void) -> [String] {
        var folders: [String] = []
        for parent in Set(items.map(RealPath.folder(of:))) {
            guard let path = String(validating: parent, as: UTF8.self) else { continue }
            let folder = Self.real(path, reportPath)
            let isHidden = folder.split(separator: "/").contains { $0.hasPrefix(".") }
            guard !isHidden, !folders.contains(where: { $0.isExactly(folder) }),
                !RealPath.isInside(Array(home.utf8), folder: Array(folder.utf8)),
                hidden.mayShow(Array(folder.utf8)), access(folder, W_OK) == 0
            else { continue }
            folders.append(folder)
            // Each folder costs a mount.
            guard folders.count <= HiddenFolders.maximum else { return [] }
        }
        return folders.sorted()
    }

    /// Checks that no folder to mount as a whole contains a folder that the sandbox replaces, or is in a
    /// private one.
    private func checkFolders() throws(PerformRefusal) {
        let own = HiddenFolders(covered: Self.own.covered, private: Self.own.private)
        for folder in (writes ?? []) + (hidden.isCovered(Array(home.utf8)) ? [home] : [])
        where !own.mayShow(Array(folder.utf8)) {
            throw .notPerformable(
                reason:
                    "It keeps itself to what it needs, and \(folder) holds what belongs to other programs. "
                    + "Let your folders lie elsewhere (xdg-user-dirs-update(1)).")
        }
    }

    private func isolate(_ options: inout [[UInt8]]) {
        options.add("--unshare-user", "--unshare-ipc", "--unshare-uts")
        options.add("--unshare-cgroup-try", "--unshare-pid", "--as-pid-1")
        if !network { options.add("--unshare-net") }
    }

    private func mountSystem(_ options: inout [[UInt8]], _ folders: [[UInt8]]) {
        options.add(whole, "/", "/", "--proc", "/proc", "--dev", "/dev")
        // Root could write to /sys in the sandbox.
        if writes == nil { options.add("--ro-bind", "/sys", "/sys") }
        if access("/sys/fs/cgroup", F_OK) == 0 { options.add("--tmpfs", "/sys/fs/cgroup") }
        options.add("--tmpfs", "/run")
        if let temporaryFolder {
            options.add("--bind", temporaryFolder, "/tmp")
        } else {
            options.add("--tmpfs", "/tmp")
        }
        // Inner folders are mounted over an item's folder later.
        for folder in folders where !isRuntime(folder) && folder != Self.temporary {
            options.add("--tmpfs", folder)
        }
    }

    private func mountActivity(_ options: inout [[UInt8]], _ folders: [[UInt8]]) {
        if hidden.isCovered(Array(home.utf8)) { options.add(whole, home, home) }
        if confinement == nil { addWrites(&options) }
        options.add("--ro-bind", bundle, bundle)
        // Under a generator's confinement these may be missing, and a read-only root has no room for mount
        // points.
        for path in [runtimeFolder, stores] where confinement == nil || access(path, F_OK) == 0 {
            options.add("--perms", "0700", "--tmpfs", path)
        }
        for folder in folders where isRuntime(folder) && folder != Array(runtimeFolder.utf8) {
            options.add("--tmpfs", folder)
        }
        if access(states, F_OK) == 0 { options.add("--perms", "0700", "--tmpfs", states) }
        for path in writes ?? [] where RealPath.isInside(Array(path.utf8), folder: Array(states.utf8)) {
            options.add("--bind", path, path)
        }
        if let sshSettings { options.add("--ro-bind", sshSettings, Self.sshSettings) }
        // A generator's folder is in one of the folders above.
        if confinement != nil { addWrites(&options) }
        if let temporaryFolder { options.add("--bind", temporaryFolder, temporaryFolder) }
        options.add("--ro-bind-try", files, files)
    }

    private func addWrites(_ options: inout [[UInt8]]) {
        for path in writes ?? [] { options.add("--bind", path, path) }
    }

    private var whole: String { writes == nil ? "--bind" : "--ro-bind" }

    private func show(
        _ options: inout [[UInt8]], _ folders: [[UInt8]], _ reportPath: (String) -> Void
    ) throws(PerformRefusal) {
        let mounts = confinement == nil ? try showing(shown, reportPath) : showingSome(reportPath)
        options += mounts.flatMap(\.options)
        // Name resolution: resolvers place the real /etc/resolv.conf under /run.
        let resolvers = RealPath.of("/etc/resolv.conf")
        if network, resolvers.hasPrefix("/run/") {
            options += try showing([Array(resolvers.utf8)], reportPath).flatMap(\.options)
        }
        // A folder that is shown instead of its files is already read-only, with its subfolders.
        for folder in folders where !mounts.contains(where: { RealPath.isInside(folder, folder: $0.path) }) {
            options.add("--remount-ro", folder)
        }
        if let notifyPath { options.add("--ro-bind", notifyPath, Self.innerNotifyPath) }
        options.add("--remount-ro", "/run")
        guard confinement != nil else { return }
        for path in ["/tmp", "/dev", runtimeFolder] { options.add("--remount-ro", path) }
    }

    private static let temporary = Array("/tmp".utf8)

    private func isRuntime(_ folder: [UInt8]) -> Bool {
        RealPath.isInside(folder, folder: Array(runtimeFolder.utf8))
    }

    /// Folders of items in /tmp and $XDG_RUNTIME_DIR, which show only the items. They are mounted read-only,
    /// since new files would vanish with the sandbox.
    private func itemFolders(_ reportPath: (String) -> Void) throws(PerformRefusal) -> [[UInt8]] {
        let hidden = hidden
        let others = ((writes ?? []) + [bundle, stores, states]).map { Array($0.utf8) }
        let empty = [Self.temporary, Array(runtimeFolder.utf8)]
        var folders: Set<[UInt8]> = []
        for item in items {
            guard let path = try hidden.resolve(item, reportPath)?.path else { continue }
            let folder = RealPath.folder(of: path)
            guard empty.contains(where: { RealPath.isInside(folder, folder: $0) }),
                !others.contains(where: { RealPath.isInside(folder, folder: $0) })
            else { continue }
            folders.insert(folder)
        }
        // Each costs a mount.
        if folders.count > HiddenFolders.maximum {
            folders = Set(empty.filter { base in folders.contains { RealPath.isInside($0, folder: base) } })
        }
        return folders.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Mounts that show otherwise hidden files and folders, read-only. Other paths are not touched, so that a
    /// file system that hangs delays only its own performs.
    private func showing(_ paths: [[UInt8]], _ reportPath: (String) -> Void) throws(PerformRefusal)
        -> [SandboxMount]
    {
        let hidden = hidden
        let open = (writes ?? []).map { Array($0.utf8) }
        var wanted: [SandboxMount] = []
        for path in paths {
            // A writable folder's files need no mount, and a mount would prevent renaming a file over them.
            guard let mount = try hidden.resolve(path, reportPath),
                !open.contains(RealPath.folder(of: mount.path))
            else { continue }
            wanted.append(mount)
        }
        return try hidden.shown(for: wanted)
    }

    /// Mounts that show the permitted files and folders; the others are skipped. Empty if there are too many.
    private func showingSome(_ reportPath: (String) -> Void) -> [SandboxMount] {
        let hidden = hidden
        let wanted = shown.compactMap { try? hidden.resolve($0, reportPath) }
        return (try? hidden.shown(for: wanted)) ?? []
    }

    /// Adds the folders for activity-sandbox. A read-only mount does not block writing to a FIFO.
    private func limit(_ options: inout [[UInt8]]) {
        options.add("--")
        for folder in (writes ?? []) { options.add(folder) }
        if writes != nil { options.add("/dev", "/proc", "/tmp", runtimeFolder) }
        if writes != nil, let temporaryFolder { options.add(temporaryFolder) }
        options.add("--")
    }

    private func name(_ options: inout [[UInt8]]) {
        if let confinement {
            options.add("--clearenv")
            for (name, value) in confinement.environment.sorted(by: { $0.key < $1.key }) {
                options.add("--setenv", name, value)
            }
            return options.add("--chdir", confinement.folder)
        }
        for name in Self.unset { options.add("--unsetenv", name) }
        options.add("--setenv", "XDG_RUNTIME_DIR", runtimeFolder)
        if let temporaryFolder { options.add("--setenv", "TMPDIR", temporaryFolder) }
        for (variable, path) in personal { options.add("--setenv", variable, path) }
        options.add("--setenv", "NOTIFY_SOCKET", Self.innerNotifyPath)
        options.add("--chdir", workingFolder ?? Array(home.utf8))
    }
}

extension [[UInt8]] {
    mutating func add(_ options: String...) { self += options.map { [UInt8]($0.utf8) } }

    mutating func add(_ option: String, _ path: [UInt8]) { self += [[UInt8](option.utf8), path] }
}

extension SandboxMount {
    var options: [[UInt8]] { [Array("--ro-bind-try".utf8), real, path] }
}
