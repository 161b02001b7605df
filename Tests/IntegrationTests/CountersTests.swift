// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing

/// Numbers for monitoring.
struct CountersTests {
    @Test func performsAreCountedSinceTheDaemonsStart() throws {
        let scripts = [Plugin.script("ok", ":"), Plugin.script("wrong", "exit 1")]
        try DaemonFixture.performing(.process, scripts) { daemon in
            for name in ["ok", "ok", "wrong"] { _ = try daemon.ending("org.example." + name) }
            let counted = Registry.Performs(success: 2, failure: 1, cancelled: 0)
            try waitTill { try daemon.status().performs == counted }
            #expect(try daemon.status().worstCall?.contains(".") == true)
            daemon.stop()
            try daemon.start()
            try daemon.waitTillJudged(2)
            let status = try daemon.status()
            #expect(status.performs == Registry.Performs(success: 0, failure: 0, cancelled: 0))
            #expect(status.restarts == nil)
        }
    }

    @Test func metricsAreInPrometheussTextFormat() throws {
        try DaemonFixture.run { daemon in
            let (end, text) = try ChildProcess.run(
                [ActivityctlProgram.path, "status", "--metrics", "--socket", daemon.socket])
            #expect(end == .exited(0))
            let lines = text.split(separator: "\n")
            for line in lines where !line.hasPrefix("# ") {
                #expect(
                    line.wholeMatch(
                        of: /activityd_[a-z_]+\{scope="user"(,[a-z]+="[a-z]+")?\} [0-9.]+(e-[0-9]+)?/)
                        != nil,
                    "\(line)")
            }
            #expect(lines.contains(#"activityd_activities{scope="user",source="system"} 4"#))
            #expect(lines.contains(#"activityd_performs_total{scope="user",result="failure"} 0"#))
            #expect(lines.contains("# TYPE activityd_performs_total counter"))
        }
    }

    @Test func whatIsWrongWithABundleIsLoggedOnceAChange() throws {
        try DaemonFixture.prepared { daemon in
            let plugin = Plugin("org.example.sepia", "Sepia").with(["colour": 1])
            daemon.install(plugin)
            func count() -> Int {
                daemon.log.split(separator: "\n").count { $0.contains("RULE=manifest-unknown-key") }
            }
            for _ in 0..<3 {
                try daemon.start()
                try daemon.waitTillJudged(1)
                daemon.stop()
                #expect(count() == 1)
            }
            daemon.install(plugin.with(["size": 1]))
            try daemon.start()
            try daemon.waitTillJudged(1)
            daemon.stop()
            #expect(count() == 3)
        }
    }
}
