// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// A simulated machine for the daemon, and its users. Requires root.
extension DaemonFixture {
    enum MachineScope {
        case system, user
    }

    /// Runs `body` beside a daemon in a mount namespace in which /etc, /run, /var/lib and /var/cache are the
    /// fixture's own, in its folder "machine".
    ///
    /// - Parameter uid: who the daemon runs as, and whose its folders are; nil: root.
    static func onMachine(
        _ scope: MachineScope, as uid: uid_t? = nil, prepare: (DaemonFixture) -> Void = { _ in },
        _ body: (DaemonFixture) throws -> Void
    ) throws {
        try prepared { daemon in
            daemon.makeMachine()
            prepare(daemon)
            daemon.prefix = daemon.namespace
            if scope == .system { daemon.socket = daemon.folder("machine/run/activityd/io.activityd") }
            if let uid { daemon.hand(scope, to: uid) }
            if scope == .system { try daemon.start("--system") } else { try daemon.start() }
            try body(daemon)
        }
    }

    private func makeMachine() {
        for name in ["etc", "run", "lib", "cache"] { folder.folder("machine/" + name) }
        for name in ["passwd", "group", "nsswitch.conf", "ld.so.cache"] {
            Files.write(folder("machine/etc/" + name), Files.read("/etc/" + name))
        }
        for name in ["lib/activityd", "cache/activityd", "run/activityd"] {
            folder.folder("machine/" + name)
        }
    }

    /// The rest of the command is run where the machine's folders are the fixture's.
    var namespace: [String] {
        let binds = [("etc", "/etc"), ("run", "/run"), ("lib", "/var/lib"), ("cache", "/var/cache")].map {
            "/bin/mount --bind '\(folder("machine/"))\($0)' \($1)"
        }
        let script = (["/bin/mount --make-rprivate /"] + binds + ["exec \"$@\""]).joined(separator: "\n")
        return ["unshare", "--mount", "/bin/sh", "-ec", script, "sh"]
    }

    /// The daemon becomes an ordinary user, whose folders are its own. Where the programs were built may be
    /// closed to it, so they are reached by another way.
    private func hand(_ scope: MachineScope, to uid: uid_t) {
        let machine = ["lib/activityd", "cache/activityd", "run/activityd"].map { "machine/" + $0 }
        let personal = ["run", "home", "config", "data", "state", "cache"]
        for name in scope == .system ? machine : personal { Files.give(folder.folder(name), to: uid) }
        chmod(folder("notify"), 0o666)
        Files.write(folder("log"), "", mode: 0o666)
        environment = environment.sanitizedWithoutLeaks
        let programs = Checkout.program("").dropLast()
        prefix[4] =
            "/bin/mount --bind '\(programs)' /mnt\n" + prefix[4].dropLast("exec \"$@\"".count)
            + "shift\nexec /usr/bin/setpriv --reuid=\(uid) --regid=\(uid) --clear-groups "
            + "/mnt/activityd \"$@\""
    }

    /// Calls one after the other as another user: a process of its own, in Perl, which every Debian has.
    ///
    /// - Returns: the replies; nil where that user is not let in.
    func calls(as uid: uid_t, at socket: String? = nil, _ calls: [(method: String, parameters: JSON)]) throws
        -> [JSON.Object]?
    {
        let path = folder("calls-\(UInt32.random(in: 0 ... .max))")
        Files.write(
            path,
            calls.flatMap { method, parameters in
                JSON.object(JSON.Object([("method", .string(method)), ("parameters", parameters)])).serialized
                    + [0]
            })
        let script = """
            $/ = "\\0"; my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or exit $!;
            open my $f, '<', $ARGV[1] or die;
            while (<$f>) { print $s $_; $s->flush; print scalar <$s>; }
            """
        let (end, output) = try ChildProcess.run(
            ["setpriv", "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups", "perl"] + [
                "-MIO::Socket::UNIX", "-e", script, socket ?? self.socket, path,
            ])
        if end == .exited(EACCES) { return nil }
        #expect(end == .exited(0), "\(output)")
        return try output.split(separator: "\0").map { try JSON.Object(json: try JSON(parsing: String($0))) }
    }
}
