// SPDX-License-Identifier: Apache-2.0
//
// What keeps an activity within what its manifest says: `"network": false`, and `"writes"` with the folders that
// it writes to. bubblewrap builds the place that it runs in (bwrap(1)), and activity-sandbox (its main.c) goes with
// it: it takes local stream sockets and others' pipes away, and tells how the activity ended.
//
// Nothing known is hidden; what is needed is put into a place that is empty otherwise. So what is made later, or
// lies in a place that no list names, is not there either:
//
//     /run, /dev, $XDG_RUNTIME_DIR     empty, but for the socket of the progress, and the devices of every program
//     /tmp, $TMPDIR                    one private folder on the disk, gone when nothing of the activity runs
//     $XDG_STATE_HOME/activityd/activities    empty, but for the activity's own folder, where `writes` lists "state"
//     /etc/ssh/ssh_config.d            copies that belong to the person, as ssh refuses files of a stranger, which root is here
//     everything else                  read-only, but for the folders of `writes`; without `writes`, as ever
//     the items, the bundle            read-only, wherever they lie, but for items in a folder of `writes`
//     folders of items in empty ones   read-only and empty but for the items: what was written there would be lost
//
// It has processes, System V IPC, a host name and, where it says so, a network of its own, and no cgroups.
//
// What this is not: what may be read of the disk is not narrowed; who may write the whole home folder can write
// what runs at the next login; and who has the network has all that listens in it, this machine's own included.

import ActivityModel
import Glibc
import Host

/// The place that an activity which narrows itself runs in. No path of a folder has links in it.
struct Sandbox: Sendable {
    var network = false
    /// The folders that it may write, which exist; nil: whatever the person may.
    var writes: [String]?
    /// Where the folders of `writes` are, for programs that cannot look it up.
    var personal: [(variable: String, path: String)] = []
    let home: String
    /// Where the program starts; nil: the home folder.
    var workingFolder: [UInt8]?
    /// $XDG_RUNTIME_DIR.
    let runtimeFolder: String
    /// The bundle's folder; of the system's own, the folder of all of them, as they share modules.
    let bundle: String
    /// The program and the items, as it is told of them; none that were made of text.
    var shown: [[UInt8]]
    /// The items among them.
    var items: [[UInt8]] = []
    /// TMPDIR; nil where there is none to write to.
    var temporaryFolder: String?
    /// The files that are made of text.
    let files: String
    /// The folder in which those of all performs lie.
    let stores: String
    /// The folder in which activities keep state.
    let states: String
    /// Copies of what is in `Self.sshSettings`; nil if there are none.
    var sshSettings: String?
    /// The socket of the progress; nil of what reports none.
    var notifyPath: String?
    /// Mounts that are known already.
    var mounts: KnownMounts?
    /// The bounds of a program of the daemon's own; nil for an activity.
    var confinement: Confinement?

    /// The folder of settings that /etc/ssh/ssh_config includes.
    static let sshSettings = "/etc/ssh/ssh_config.d"
    private static let innerNotifyPath = "/run/notify"

    /// Variables that name ways out. They are unset, so that a program fails at once rather than after a time-out.
    private static let unset = [
        "AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "GPG_AGENT_INFO", "ICEAUTHORITY",
        "PIPEWIRE_REMOTE", "PULSE_SERVER", "SESSION_MANAGER", "SSH_AGENT_PID", "SSH_AUTH_SOCK", "TMUX",
        "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XAUTHORITY",
    ]

    /// bubblewrap's options, of which later ones lie over earlier ones, and activity-sandbox's folders.
    ///
    /// - Parameter note: called with each path before it is worked on.
    /// - Throws: `notPerformable` where too much would have to be shown, or what belongs to others.
    func options(_ note: (String) -> Void) throws(PerformRefusal) -> [[UInt8]] {
        try checkFolders()
        let folders = try itemFolders(note)
        var options: [[UInt8]] = []
        isolate(&options)
        empty(&options, folders)
        open(&options, folders)
        try show(&options, folders, note)
        name(&options)
        limit(&options)
        return options
    }

    /// Folders that every sandbox has of its own; and those of them that hold no files of people's.
    private static let own = (
        covered: ["/tmp", "/run", "/dev", "/dev/shm", "/proc", "/sys"], private: ["/dev", "/proc", "/sys"]
    )

    private var hidden: HiddenFolders {
        HiddenFolders(
            covered: Self.own.covered + [runtimeFolder, stores, states],
            private: Self.own.private + [stores, states, runtimeFolder + "/activityd"], home: home,
            known: mounts)
    }

    /// The folders in which items lie, by their real paths. None of them is the home folder or above it, hidden or within a hidden
    /// one, or holds what belongs to other programs.
    func folders(of items: [[UInt8]], _ note: (String) -> Void) -> [String] {
        var folders: [String] = []
        for item in items {
            guard let path = String(validating: RealPath.folder(of: item), as: UTF8.self) else { continue }
            let folder = Self.real(path, note)
            let isHidden = folder.split(separator: "/").contains { $0.hasPrefix(".") }
            guard !isHidden, !folders.contains(folder),
                !RealPath.lies(Array(home.utf8), in: Array(folder.utf8)),
                hidden.mayShow(Array(folder.utf8)), access(folder, W_OK) == 0
            else { continue }
            folders.append(folder)
        }
        // Each costs a mount.
        return folders.count > HiddenFolders.maximum ? [] : folders
    }

    /// No folder that is put in as a whole lies over one of the sandbox's own.
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

    private func empty(_ options: inout [[UInt8]], _ folders: [[UInt8]]) {
        options.add(whole, "/", "/", "--proc", "/proc", "--dev", "/dev")
        // Root's own sandbox could write there.
        if writes == nil { options.add("--ro-bind", "/sys", "/sys") }
        if access("/sys/fs/cgroup", F_OK) == 0 { options.add("--tmpfs", "/sys/fs/cgroup") }
        options.add("--tmpfs", "/run")
        if let temporaryFolder {
            options.add("--bind", temporaryFolder, "/tmp")
        } else {
            options.add("--tmpfs", "/tmp")
        }
        // Folders within an item's folder are mounted over it later.
        for folder in folders where !isRuntime(folder) && folder != Self.temporary {
            options.add("--tmpfs", folder)
        }
    }

    private func open(_ options: inout [[UInt8]], _ folders: [[UInt8]]) {
        if hidden.isCovered(Array(home.utf8)) { options.add(whole, home, home) }
        if confinement == nil { addWrites(&options) }
        options.add("--ro-bind", bundle, bundle)
        // Of a generator's daemon they may be missing, and on a root that is read-only they cannot be made.
        for path in [runtimeFolder, stores] where confinement == nil || access(path, F_OK) == 0 {
            options.add("--perms", "0700", "--tmpfs", path)
        }
        for folder in folders where isRuntime(folder) && folder != Array(runtimeFolder.utf8) {
            options.add("--tmpfs", folder)
        }
        if access(states, F_OK) == 0 { options.add("--perms", "0700", "--tmpfs", states) }
        for path in writes ?? [] where RealPath.lies(Array(path.utf8), in: Array(states.utf8)) {
            options.add("--bind", path, path)
        }
        if let sshSettings { options.add("--ro-bind", sshSettings, Self.sshSettings) }
        // A generator's lies in one of these.
        if confinement != nil { addWrites(&options) }
        if let temporaryFolder { options.add("--bind", temporaryFolder, temporaryFolder) }
        options.add("--ro-bind-try", files, files)
    }

    private func addWrites(_ options: inout [[UInt8]]) {
        for path in writes ?? [] { options.add("--bind", path, path) }
    }

    private var whole: String { writes == nil ? "--bind" : "--ro-bind" }

    private func show(
        _ options: inout [[UInt8]], _ folders: [[UInt8]], _ note: (String) -> Void
    ) throws(PerformRefusal) {
        let mounts = confinement == nil ? try showing(shown, note) : showingSome(note)
        options += mounts.flatMap(\.options)
        // Where names are looked up in the network, which resolvers write down beneath /run.
        let resolvers = RealPath.of("/etc/resolv.conf")
        if network, resolvers.hasPrefix("/run/") {
            options += try showing([Array(resolvers.utf8)], note).flatMap(\.options)
        }
        // A folder that is shown in its files' place is read-only already, and so is all that lies in it.
        for folder in folders where !mounts.contains(where: { RealPath.lies(folder, in: $0.path) }) {
            options.add("--remount-ro", folder)
        }
        if let notifyPath { options.add("--ro-bind", notifyPath, Self.innerNotifyPath) }
        options.add("--remount-ro", "/run")
        guard confinement != nil else { return }
        for path in ["/tmp", "/dev", runtimeFolder] { options.add("--remount-ro", path) }
    }

    private static let temporary = Array("/tmp".utf8)

    private func isRuntime(_ folder: [UInt8]) -> Bool { RealPath.lies(folder, in: Array(runtimeFolder.utf8)) }

    /// The folders of items in /tmp and $XDG_RUNTIME_DIR, which are empty inside but for the items. What a program writes there
    /// goes with the sandbox, so it shall fail.
    private func itemFolders(_ note: (String) -> Void) throws(PerformRefusal) -> [[UInt8]] {
        let hidden = hidden
        let others = ((writes ?? []) + [bundle, stores, states]).map { Array($0.utf8) }
        let empty = [Self.temporary, Array(runtimeFolder.utf8)]
        var folders: Set<[UInt8]> = []
        for item in items {
            guard let path = try hidden.resolve(item, note)?.path else { continue }
            let folder = RealPath.folder(of: path)
            guard empty.contains(where: { RealPath.lies(folder, in: $0) }),
                !others.contains(where: { RealPath.lies(folder, in: $0) })
            else { continue }
            folders.insert(folder)
        }
        // Each costs a mount.
        if folders.count > HiddenFolders.maximum {
            folders = Set(empty.filter { base in folders.contains { RealPath.lies($0, in: base) } })
        }
        return folders.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Mounts that show files and folders, read-only, where they are hidden otherwise. Those alone are looked at: what lies
    /// elsewhere in a file system that hangs holds up its own perform alone.
    private func showing(_ paths: [[UInt8]], _ note: (String) -> Void) throws(PerformRefusal)
        -> [SandboxMount]
    {
        let hidden = hidden
        let open = (writes ?? []).map { Array($0.utf8) }
        var wanted: [SandboxMount] = []
        for path in paths {
            // Nothing can be renamed over a mount.
            guard let mount = try hidden.resolve(path, note), !open.contains(RealPath.folder(of: mount.path))
            else { continue }
            wanted.append(mount)
        }
        return try hidden.shown(for: wanted)
    }

    /// Mounts that show those of the files and folders that may be shown.
    private func showingSome(_ note: (String) -> Void) -> [SandboxMount] {
        let hidden = hidden
        let wanted = shown.compactMap { try? hidden.resolve($0, note) }
        return (try? hidden.shown(for: wanted)) ?? []
    }

    /// The folders that activity-sandbox is told of. A read-only mount keeps no FIFO from being written to.
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

/// Arguments of bwrap(1) and activity-sandbox, as the bytes that they are given.
extension [[UInt8]] {
    mutating func add(_ options: String...) { self += options.map { [UInt8]($0.utf8) } }

    mutating func add(_ option: String, _ path: [UInt8]) { self += [[UInt8](option.utf8), path] }
}

extension SandboxMount {
    var options: [[UInt8]] { [Array("--ro-bind-try".utf8), real, path] }
}
