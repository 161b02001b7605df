// SPDX-License-Identifier: Apache-2.0
//
// What keeps an activity within what its manifest says: `"network": false`, and `"writes"` with the folders that
// it writes to. bubblewrap builds the place that it runs in (bwrap(1)), and activity-sandbox (its main.c) goes with
// it: it takes local stream sockets away, and tells how the activity ended.
//
// Nothing known is hidden; what is needed is put into a place that is empty otherwise. So what is made later, or
// lies in a place that no list names, is not there either:
//
//     /run, /dev, $XDG_RUNTIME_DIR     empty, but for the socket of the progress, and the devices of every program
//     /tmp, $TMPDIR                    one private folder on the disk, gone when nothing of the activity runs
//     everything else                  read-only, but for the folders of `writes`; without `writes`, as ever
//     the items, the bundle            read-only, wherever they lie
//
// It has processes, System V IPC, a host name and, where it says so, a network of its own, and no cgroups.
//
// What this is not: what may be read of the disk is not narrowed; who may write the whole home folder can write
// what runs at the next login; and who has the network has all that listens in it, this machine's own included.

import ActivityModel
import Glibc

/// The place that an activity which narrows itself runs in. No path of a folder has links in it.
struct Sandbox: Sendable {
    let network: Bool
    /// The folders that it may write, which exist; nil: whatever the person may.
    let writes: [String]?
    let home: String
    /// $XDG_RUNTIME_DIR.
    let runtimeFolder: String
    /// The bundle's folder; of the system's own, the folder of all of them, as they share modules.
    let bundle: String
    /// The program and the items, as it is told of them.
    let shown: [[UInt8]]
    /// TMPDIR.
    let temporaryFolder: String
    /// The files that are made of text.
    let files: String
    /// The folder in which those of all performs lie.
    let stores: String
    /// The socket of the progress.
    let notifyPath: String

    private static let innerNotifyPath = "/run/notify"

    /// Variables that name ways out. They are unset, so that a program fails at once rather than after a time-out.
    private static let unset = [
        "AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "GPG_AGENT_INFO", "ICEAUTHORITY",
        "PIPEWIRE_REMOTE", "PULSE_SERVER", "SESSION_MANAGER", "SSH_AGENT_PID", "SSH_AUTH_SOCK", "TMUX",
        "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XAUTHORITY",
    ]

    /// bubblewrap's options. Later ones lie over earlier ones.
    ///
    /// - Throws: `notPerformable` where too much would have to be shown.
    func options() throws(PerformRefusal) -> SandboxOptions {
        var options = SandboxOptions(places)
        isolate(&options)
        empty(&options)
        open(&options)
        try show(&options)
        name(&options)
        return options
    }

    private var places: SandboxPlaces {
        SandboxPlaces(
            covered: ["/tmp", "/run", "/dev", runtimeFolder, stores],
            private: [stores, runtimeFolder + "/activityd"])
    }

    private func isolate(_ options: inout SandboxOptions) {
        options.add("--unshare-user", "--unshare-ipc", "--unshare-uts")
        options.add("--unshare-cgroup-try", "--unshare-pid", "--as-pid-1")
        if !network { options.add("--unshare-net") }
    }

    private func empty(_ options: inout SandboxOptions) {
        options.add(whole, "/", "/", "--proc", "/proc", "--dev", "/dev")
        // Root's own sandbox could write there.
        if writes == nil { options.add("--ro-bind", "/sys", "/sys") }
        if access("/sys/fs/cgroup", F_OK) == 0 { options.add("--tmpfs", "/sys/fs/cgroup") }
        options.add("--tmpfs", "/run", "--bind", temporaryFolder, "/tmp")
    }

    private func open(_ options: inout SandboxOptions) {
        if options.isCovered(home) { options.add(whole, home, home) }
        for path in writes ?? [] { options.add("--bind", path, path) }
        options.add("--ro-bind", bundle, bundle)
        for path in [runtimeFolder, stores] { options.add("--perms", "0700", "--tmpfs", path) }
        options.add("--bind", temporaryFolder, temporaryFolder, "--ro-bind-try", files, files)
    }

    private var whole: String { writes == nil ? "--bind" : "--ro-bind" }

    private func show(_ options: inout SandboxOptions) throws(PerformRefusal) {
        try options.show(shown.filter { !$0.starts(with: files.utf8) })
        // Where names are looked up in the network, which resolvers write down beneath /run.
        if network { try options.show([Array(RealPath.of("/etc/resolv.conf").utf8)]) }
        options.add("--ro-bind", notifyPath, Self.innerNotifyPath, "--remount-ro", "/run")
    }

    private func name(_ options: inout SandboxOptions) {
        for name in Self.unset { options.add("--unsetenv", name) }
        options.add("--setenv", "XDG_RUNTIME_DIR", runtimeFolder)
        options.add("--setenv", "TMPDIR", temporaryFolder)
        options.add("--setenv", "NOTIFY_SOCKET", Self.innerNotifyPath)
        options.add("--chdir", home)
    }
}
