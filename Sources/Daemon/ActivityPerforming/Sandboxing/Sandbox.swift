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
//     the items, the bundle            read-only, wherever they lie
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
    let shown: [[UInt8]]
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
        var options: [[UInt8]] = []
        isolate(&options)
        empty(&options)
        open(&options)
        try show(&options, note)
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

    private func empty(_ options: inout [[UInt8]]) {
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
    }

    private func open(_ options: inout [[UInt8]]) {
        if hidden.isCovered(Array(home.utf8)) { options.add(whole, home, home) }
        if confinement == nil { addWrites(&options) }
        options.add("--ro-bind", bundle, bundle)
        // Of a generator's daemon they may be missing, and on a root that is read-only they cannot be made.
        for path in [runtimeFolder, stores] where confinement == nil || access(path, F_OK) == 0 {
            options.add("--perms", "0700", "--tmpfs", path)
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

    private func show(_ options: inout [[UInt8]], _ note: (String) -> Void) throws(PerformRefusal) {
        if confinement == nil { options += try showing(shown, note) } else { options += showingSome(note) }
        // Where names are looked up in the network, which resolvers write down beneath /run.
        let resolvers = RealPath.of("/etc/resolv.conf")
        if network, resolvers.hasPrefix("/run/") { options += try showing([Array(resolvers.utf8)], note) }
        if let notifyPath { options.add("--ro-bind", notifyPath, Self.innerNotifyPath) }
        options.add("--remount-ro", "/run")
        guard confinement != nil else { return }
        for path in ["/tmp", "/dev", runtimeFolder] { options.add("--remount-ro", path) }
    }

    /// Options that show files and folders, read-only, where they are hidden otherwise. Those alone are looked at: what lies
    /// elsewhere in a file system that hangs holds up its own perform alone.
    private func showing(_ paths: [[UInt8]], _ note: (String) -> Void) throws(PerformRefusal) -> [[UInt8]] {
        let hidden = hidden
        var wanted: [SandboxMount] = []
        for path in paths {
            if let mount = try hidden.resolve(path, note) { wanted.append(mount) }
        }
        return try hidden.shown(for: wanted).flatMap(\.options)
    }

    /// Options that show those of the files and folders that may be shown.
    private func showingSome(_ note: (String) -> Void) -> [[UInt8]] {
        let hidden = hidden
        let wanted = shown.compactMap { try? hidden.resolve($0, note) }
        return (try? hidden.shown(for: wanted))?.flatMap(\.options) ?? []
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
