// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// The shipped system activities, performed by the daemon and an ordinary user's systemd as their manifests
/// say: what they are allowed is what they need. Tests/ActivitiesTests holds their programs to the rest.
@Suite(
    .serialized,
    .disabled("Writes to the user's home, and needs the systemd of a user other than root.") {
        geteuid() != 0 || (try? UserManager.shared.get().uid) == 0
    })
struct SystemActivitiesTests {
    /// Beside a daemon that has the user's home, as in a session.
    private static func run(_ body: (DaemonFixture, _ home: String) throws -> Void) throws {
        try DaemonFixture.prepared { daemon in
            let manager = try UserManager.shared.get()
            let home =
                manager.runtimeFolder.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/home"
            daemon.owner = manager.uid
            daemon.systemBundles = Checkout.activities
            daemon.environment["DBUS_SESSION_BUS_ADDRESS"] = manager.address
            daemon.environment["CUPS_SERVER"] = "localhost"
            daemon.environment["HOME"] = home
            daemon.environment["XDG_CONFIG_HOME"] = home + "/.config"
            daemon.environment["PATH"] = daemon.folder("programs") + ":/usr/bin:/bin"
            Files.write(daemon.folder("programs/lp"), "#!/bin/sh\ncat \"$@\"\n", mode: 0o755)
            try daemon.start()
            try body(daemon, home)
        }
    }

    private static let link: JSON = [["type": "x-scheme-handler/https", "uri": "https://example.org/"]]
    private static let words: JSON = [["type": "text/plain", "text": "words", "name": "words.txt"]]

    @Test(arguments: [
        ("save", words, "/Downloads/words.txt", "text/plain"),
        ("compress", words, "/Downloads/words.txt.zip", "application/zip"),
        ("qr-code", words, "/Pictures/QR Code.png", "image/png"),
        ("qr-code", link, "/Pictures/QR Code (1).png", "image/png"),
        ("reading-list", link, "/.local/share/activityd/reading-list.txt", "text/plain"),
    ])
    func itWritesWhereItsManifestSays(
        _ name: String, _ content: JSON, _ path: String, _ type: String
    ) throws {
        try Self.run { daemon, home in
            let end = try daemon.ending("io.activityd." + name, content)
            #expect(end.result == .success, "\(end)")
            #expect(end.output == home + path + "\n")
            #expect(Files.exists(home + path))
            let escapes = [" ": "%20", "(": "%28", ")": "%29"]
            let uri = "file://" + (home + path).map { escapes[String($0)] ?? String($0) }.joined()
            #expect(end.made == [Sheet.Made(type: type, uri: uri)])
        }
    }

    @Test func printReadsWhatItIsGiven() throws {
        try Self.run { daemon, _ in
            let end = try daemon.ending("io.activityd.print", Self.words)
            #expect(end.result == .success && end.output == "words")
        }
    }

    /// Without a display they say so.
    @Test(arguments: ["copy", "show"])
    func withoutADesktopItFails(_ name: String) throws {
        try Self.run { daemon, _ in
            let end = try daemon.ending(
                "io.activityd." + name, [["type": "text/plain", "uri": "file:///etc/fstab"]])
            #expect(end.result == .failure && end.exitStatus == 1)
        }
    }

    @Test func aTextTooLongForACodeIsAFailure() throws {
        try Self.run { daemon, home in
            let long = String(repeating: "x", count: 3000)
            let end = try daemon.ending(
                "io.activityd.qr-code", [["type": "text/plain", "text": .string(long)]])
            #expect(end.result == .failure && end.exitStatus == 1 && end.output == nil)
        }
    }
}
