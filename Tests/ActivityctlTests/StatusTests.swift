// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Testing

@testable import activityctl

/// The status command's output for a reply.
struct StatusTests {
    private static let healthy = Registry.StatusReply(
        version: "3.0", scope: .user, generation: 7, system: 20, custom: 3, rejected: 1, connections: 2,
        searchPath: ["/home/ada/.config/activities", "/usr/share/activities"])
    private static let ailing: Registry.StatusReply = {
        var status = healthy
        status.unwatched = "There are too many folders."
        status.problems = ["/etc/a.json: no object\u{1B}[2J", "/etc/b.json: too long"]
        status.performs = Registry.Performs(success: 5, failure: 1, cancelled: 0)
        (status.worstCall, status.worstCallUSec) = ("List", 1_500)
        return status
    }()

    private static func lines(_ status: Registry.StatusReply) -> [String] {
        Status.facts(status).lines(Paint(isOn: false))
    }

    @Test func `What is known is told, one fact a line`() {
        #expect(
            Self.lines(Self.healthy) == [
                "Scope        user", "Version      3.0", "Generation   7", "System's     20 active",
                "Custom       3 active", "Rejected     1", "Connections  2",
                "Search path  /home/ada/.config/activities", "             /usr/share/activities",
            ])
    }

    @Test func `What is wrong is told too, in printable letters`() {
        let more = Self.lines(Self.ailing).filter { !Self.lines(Self.healthy).contains($0) }
        #expect(
            more == [
                "Performed    5 successful, 1 failed, 0 cancelled",
                "Worst call   List, 1500 us", "Unwatched    There are too many folders.",
                #"Problems     /etc/a.json: no object\u{1B}[2J"#, "             /etc/b.json: too long",
            ])
    }

    @Test func `Names are bold on a terminal, and their values stay aligned`() {
        let lines = Status.facts(Self.healthy).lines(Paint(isOn: true))
        #expect(lines[1] == "\u{1B}[1mVersion\u{1B}[0m      3.0")
    }

    @Test func `The numbers are in Prometheus' text format, times in seconds`() {
        for status in [Self.healthy, Self.ailing] {
            for line in StatusMetrics(status).text.split(separator: "\n") where !line.hasPrefix("# ") {
                #expect(
                    line.wholeMatch(
                        of: /activityd_[a-z_]+\{scope="user"(,[a-z]+="[a-z]+")?\} [0-9.]+(e-[0-9]+)?/)
                        != nil, "\(line)")
            }
        }
        let lines = StatusMetrics(Self.ailing).text.split(separator: "\n")
        for expected in [
            #"activityd_activities{scope="user",source="system"} 20"#, #"activityd_problems{scope="user"} 2"#,
            #"activityd_unwatched{scope="user"} 1"#, "# TYPE activityd_performs_total counter",
            #"activityd_performs_total{scope="user",result="failure"} 1"#,
            #"activityd_worst_call_seconds{scope="user"} 0.0015"#,
        ] {
            #expect(lines.contains { $0 == expected }, "\(expected)")
        }
        #expect(!StatusMetrics(Self.healthy).text.contains("activityd_performs_total"))
    }
}
