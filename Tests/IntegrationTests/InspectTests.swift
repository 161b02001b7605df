// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Facts in items, and what an inspector sees, with systemd and without, as an ordinary user.
@Suite(
    .serialized,
    .disabled("Needs the systemd of a user other than root, who cannot run what was built here.") {
        (try? UserManager.shared.get().uid) == 0
    })
struct InspectTests {
    @Test(arguments: Launching.allCases)
    func factsAreThoseOfAllFormsOfAllItems(_ launching: Launching) throws {
        try PerformSandboxTests.prepared(launching, [], system: [Plugin.finding]) { daemon in
            Files.write(daemon.folder("home/geo.txt"), "at 46.95, 7.45")
            let geo: JSON = .string("file://" + daemon.folder("home/geo.txt"))
            guard case .array(var items) = daemon.writtenContent() else { return }
            items.append(["type": "text/plain", "uri": geo])
            items.append([
                "type": "text/plain", "text": "none",
                "alternatives": [["type": "text/html", "text": "<p>7.45"]],
            ])
            let reply = try daemon.inspect([
                "content": .array(items), "caption": "https://a/?utm_source=x", "locale": "de_AT",
            ])
            #expect(
                reply.facts == [
                    Sheet.Fact(kind: "location", items: [3, 4], values: ["46.95° N, 7.45° E"]),
                    Sheet.Fact(kind: "tracking", items: [-1], values: ["utm_source"]),
                ])
            #expect(reply.unread == [2])
            try waitTill { daemon.performFolders.isEmpty }
        }
    }

    /// Neither ps nor a stranger's file reveals anything.
    @Test(arguments: Launching.allCases)
    func itSeesNothingButTheItems(_ launching: Launching) throws {
        let looking = Plugin.inspector(
            """
            path = asked["items"][0]["path"]
            home = os.path.dirname(path)
            seen = [name for name in ["/etc/passwd", "/root", "/var", "/home", home + "/c.d", home + "/Downloads"]
                    if os.path.exists(name)]
            for name in [path, __file__, "/x", "/etc/x", "/usr/x"]:
                try:
                    open(name, "ab")
                    seen.append("wrote " + name)
                except OSError:
                    pass
            seen += [line for line in os.listdir("/proc") if line.isdigit() and int(line) > 9]
            seen += [name for name in sorted(os.listdir(home)) if name not in ("a.txt", "b c.txt", "c.png")]
            seen += sys.argv[1:]
            tell(0, "other", " ".join(seen))
            tell(0, "end")
            """)
        try PerformSandboxTests.prepared(launching, [], system: [looking]) { daemon in
            Files.write(daemon.folder("home/c.d"), "")
            let reply = try daemon.inspect(["content": daemon.writtenContent()])
            #expect(reply.facts == [Sheet.Fact(kind: "other", items: [0], values: [])])
        }
    }
}
