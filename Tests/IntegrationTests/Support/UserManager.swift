// SPDX-License-Identifier: Apache-2.0

import CLinux
import DaemonSupport
import Glibc
import TestSupport
import Testing

/// A systemd of an ordinary user, with a runtime folder, a message bus and a cgroup of its own; one for all
/// tests.
///
/// It ends with the process of the tests, as its keeper reads from a pipe of ours. As root it runs as
/// another user, since much is allowed to root's manager that is refused to everybody else's; without root it
/// is the person's own.
final class UserManager: Sendable {
    struct Unavailable: Error, CustomStringConvertible {
        let description: String
    }

    static let shared = Result { try UserManager() }

    /// Who it serves.
    let uid: uid_t
    /// The bus's address.
    let address: String
    let runtimeFolder: String
    /// Writing to it never happens; closing it ends the manager.
    private nonisolated(unsafe) let lifeline: UnsafeMutablePointer<FILE>?

    init() throws {
        guard geteuid() == 0 else {
            let own = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/run/user/\(getuid())"
            guard Files.exists(own + "/bus") else {
                throw Unavailable(description: "There is no systemd for this user. Log in, or test as root.")
            }
            (uid, runtimeFolder, address, lifeline) = (getuid(), own, "unix:path=\(own)/bus", nil)
            return
        }
        uid = try Self.ordinaryUser()
        let folder = try Self.makeFolder(uid)
        runtimeFolder = folder + "/run"
        address = "unix:path=\(folder)/run/bus"
        let notifications = try NotifySocket(at: folder + "/notify")
        defer { notifications.stop() }
        chown(folder + "/notify", uid, uid)
        let group = try Self.makeGroup(uid, name: String(folder.dropFirst(Scratch.place.count + 1)))
        lifeline = popen(Self.script(folder, group, uid), "we")
        do { try notifications.wait(for: "READY=1") } catch {
            throw Unavailable(description: "No systemd of a user runs here: \(Files.text(folder + "/log"))")
        }
        // The first caller starts the bus, and systemd comes to it a moment later.
        try waitForBus()
    }

    func end() {
        if let lifeline { pclose(lifeline) }
    }

    /// An ordinary user, if one can run what was built.
    private static func ordinaryUser() throws -> uid_t {
        let daemon: uid_t = 1
        let (end, _) = try ChildProcess.run(
            become(daemon) + [Checkout.program("activityd"), "--version"])
        return end == .exited(0) ? daemon : 0
    }

    static func become(_ uid: uid_t) -> [String] {
        uid == geteuid() ? [] : ["setpriv", "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups"]
    }

    private static func makeFolder(_ uid: uid_t) throws -> String {
        // What a booted machine has: the mark of systemd.
        Files.makeFolder("/run/systemd/system")
        var template = Array("\(Scratch.place)/manager-XXXXXX".utf8CString)
        let folder = String(cString: mkdtemp(&template))
        for (name, mode) in [("", 0o755), ("/run", 0o700), ("/home", 0o755)] as [(String, mode_t)] {
            mkdir(folder + name, mode)
            chmod(folder + name, mode)
            chown(folder + name, uid, uid)
        }
        return folder
    }

    /// A cgroup beneath our own that belongs to the user, as systemd delegates one to each who is logged in.
    private static func makeGroup(_ uid: uid_t, name: String) throws -> String {
        let roots = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
        guard let root = roots.first(where: { Files.exists($0 + "/cgroup.procs") }) else {
            throw Unavailable(description: "There is no cgroup2 file system here, which systemd needs.")
        }
        let own = Files.text("/proc/self/cgroup").split(separator: "\n").first { $0.hasPrefix("0::") }
        let path = root + (own?.dropFirst(3) ?? "/") + "/" + name
        guard mkdir(path, 0o755) == 0 else {
            let reason = String(cString: strerror(errno))
            throw Unavailable(description: "A cgroup of its own cannot be made (\(path)): \(reason)")
        }
        for file in ["", "/cgroup.procs", "/cgroup.subtree_control", "/cgroup.threads"] {
            chown(path + file, uid, uid)
        }
        return path
    }

    /// Runs the manager until the pipe is closed, and clears away what it leaves.
    private static func script(_ folder: String, _ group: String, _ uid: uid_t) -> String {
        let environment = [
            "HOME=\(folder)/home", "XDG_RUNTIME_DIR=\(folder)/run", "PATH=/usr/bin:/bin",
            "NOTIFY_SOCKET=\(folder)/notify", "SYSTEMD_LOG_TARGET=console",
        ].joined(separator: " ")
        let command = (become(uid) + ["env", "-i", environment, "/lib/systemd/systemd --user"])
            .joined(separator: " ")
        return """
            trap '' INT TERM HUP
            sh -c 'echo $$ >\(group)/cgroup.procs; exec \(command)' </dev/null >\(folder)/log 2>&1 &
            manager=$!
            cat >/dev/null
            kill -TERM $manager; wait $manager
            echo 1 2>/dev/null >\(group)/cgroup.kill
            find \(group) -depth -type d -exec rmdir {} + 2>/dev/null
            rm -rf \(folder)
            """
    }
}
