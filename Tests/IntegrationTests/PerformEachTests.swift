// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// A program that is started once for each item: many processes, one perform.
@Suite(.serialized)
struct PerformEachTests {
    private static let names = ["a b.png", "it's \"%f\" $HOME;.png", "-é.png"]
    private static let photos: JSON = .array(
        names.map { name in
            let escaped = name.utf8.map { "%" + String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
            return ["type": "image/png", "uri": .string("file:///home/ada/" + escaped)]
        })

    /// - Parameter script: `$1` is the item.
    private static func each(
        _ name: String, _ script: String, _ arguments: [JSON] = ["%f"],
        _ perform: KeyValuePairs<String, JSON> = [:]
    ) -> Plugin {
        var more = Array(perform.map { ($0.key, $0.value) })
        more.append(("each", true))
        return Plugin.script(name, script, arguments).setting(more)
    }

    @Test(arguments: Launching.allCases)
    func eachItemHasAProcessOfItsOwnInTheirOrder(_ launching: Launching) throws {
        let paths = Self.each("paths", #"echo "$# $1 $2""#, ["%f", "x%f.y"])
        let uris = Self.each("uris", #"echo "$# $1""#, ["%u"])
        let many = Self.each("many", #"echo "$# $1""#, ["%F"])
        try DaemonFixture.performing(launching, [paths, uris, many]) { daemon in
            let end = try daemon.ending(paths.identifier, Self.photos)
            #expect(end.result == .success && end.exitStatus == 0 && end.fraction == 1)
            #expect(
                end.output
                    == Self.names.map { "2 /home/ada/\($0) x/home/ada/\($0).y\n" }.joined())
            let links = try daemon.ending(uris.identifier, Self.photos).output ?? ""
            #expect(
                links.split(separator: "\n").map { $0.prefix(17) }
                    == Array(repeating: "1 file:///home/ad", count: 3))
            #expect(
                try daemon.ending(many.identifier, Self.photos).output
                    == Self.names.map { "1 /home/ada/\($0)\n" }.joined())
            let one = try daemon.ending(paths.identifier)
            #expect(one.output == "2 /home/ada/photo.png x/home/ada/photo.png.y\n" && one.fraction == nil)
        }
    }

    @Test(arguments: Launching.allCases)
    func eachReadsAnInputOfItsOwn(_ launching: Launching) throws {
        let texts: JSON = .array(
            ["one", "two", "three"].map { ["type": "text/plain", "text": .string($0)] })
        let reading = Self.each("reading", "cat; echo .", [], ["stdin": "text"])
        let asking = Self.each("asking", "cat", [], ["stdin": "request"])
        let deaf = Self.each("deaf", "cat; readlink /proc/self/fd/0", ["%f"])
        try DaemonFixture.performing(launching, [reading, asking, deaf]) { daemon in
            #expect(try daemon.ending(reading.identifier, texts).output == "one.\ntwo.\nthree.\n")
            let requests = try daemon.ending(asking.identifier, texts).output ?? ""
            let items = try requests.split(separator: "\n").map { line in
                try JSON(parsing: Array(line.utf8))["items"]?.elements.map { $0["text"]?.text }
            }
            #expect(items == [["one"], ["two"], ["three"]])
            #expect(
                try daemon.ending(deaf.identifier, texts).output == String(repeating: "/dev/null\n", count: 3)
            )
        }
    }

    @Test(arguments: Launching.allCases)
    func theFirstFailureIsTheEnd(_ launching: Launching) throws {
        let failing = Self.each(
            "failing", #"echo "$1"; case $1 in *HOME*) echo "no luck" >&2; exit 3;; esac"#)
        let killed = Self.each("killed", #"echo "$1"; case $1 in *HOME*) kill -USR1 $$;; esac"#)
        let broken = Self.each("broken", ":").with(executable: "bin/run", "#!/no/such/interpreter\n")
        try DaemonFixture.performing(launching, [failing, killed, broken]) { daemon in
            let both = Self.names.prefix(2).map { "/home/ada/\($0)\n" }.joined()
            let failed = try daemon.ending(failing.identifier, Self.photos)
            #expect(failed.result == .failure && failed.exitStatus == 3 && failed.output == both)
            #expect(failed.reason == "no luck")
            let ended = try daemon.ending(killed.identifier, Self.photos)
            #expect(ended.result == .failure && ended.signal == "SIGUSR1" && ended.output == both)
            let absent = try daemon.ending(broken.identifier, Self.photos)
            #expect(
                absent.result == .failure && absent.reason?.hasSuffix("No such file or directory") == true)
        }
    }

    @Test(arguments: Launching.allCases)
    func togetherNoneWaitsForAnotherAndNoFailureEndsTheRest(_ launching: Launching) throws {
        // Each ends when all have begun; all but one fail.
        let meeting = Plugin.script(
            "meeting",
            """
            mkdir "{place}/$$"; until [ $(ls "{place}" | wc -l) -eq 3 ]; do sleep 0.01; done
            case $1 in *HOME*) echo done;; *) echo no luck >&2; exit 7;; esac
            """.replacing("{place}", with: "$2"), ["%f", "{place}"]
        ).asking("place")
            .setting([("each", "together")])
        try DaemonFixture.performing(launching, [meeting]) { daemon in
            let place = daemon.folder.folder("place")
            chmod(place, 0o777)
            let end = try daemon.ending(meeting.identifier, Self.photos, answers: ["place": place])
            #expect(end.result == .failure && end.exitStatus == 7 && end.output == "done\n")
            #expect(end.reason == "no luck" && end.fraction == 1)
            #expect(end.runs == Sheet.Runs(failed: 2, all: 3))
            // An hour long, from the disk.
            #expect(try Performing(following: end.unit, daemon).ending().runs == end.runs)
        }
    }

    @Test func togetherAtMostSixtyFourRunAtOnce() throws {
        // Who comes first to its end finds more than 64 that have begun, if they were started.
        let crowd = Plugin.script(
            "crowd",
            """
            mkdir "$2/begun-$$"; until [ $(ls "$2" | grep -c begun) -ge 64 ]; do sleep 0.01; done
            sleep 0.2
            begun=$(ls "$2" | grep -c begun)
            [ $(ls "$2" | grep -c ended) -gt 0 ] || [ $begun -eq 64 ] || echo "crowded: $begun"
            mkdir "$2/ended-$$"
            """, ["%f", "{place}"]
        ).asking("place")
            .setting([("each", "together")])
        try DaemonFixture.performing(.process, [crowd]) { daemon in
            let place = daemon.folder.folder("place")
            let items = JSON.array(
                (1...80).map { ["type": "image/png", "uri": .string("file:///home/ada/\($0).png")] })
            let end = try daemon.ending(crowd.identifier, items, answers: ["place": place])
            #expect(end.result == .success)
            #expect(end.output == nil)
        }
    }

    @Test(arguments: Launching.allCases)
    func togetherAllAreCancelled(_ launching: Launching) throws {
        let waiting = Plugin.script("waiting", "exec sleep 1000").setting([("each", "together")])
        try DaemonFixture.performing(launching, [waiting]) { daemon in
            let performing = try Performing(daemon, waiting.identifier, Self.photos)
            try daemon.call("Sheet.Cancel", ["unit": .string(try performing.started().unit)])
            #expect(try performing.ending().result == .cancelled)
        }
    }

    @Test(arguments: Launching.allCases)
    func whatHasNotBegunWhenTheOthersAreCancelledNeverDoes(_ launching: Launching) throws {
        let waiting = Plugin.script("waiting", "echo begun; exec sleep 1000").setting([("each", "together")])
        let photos = JSON.array(
            (1...80).map { ["type": "image/png", "uri": .string("file:///home/ada/\($0).png")] })
        try DaemonFixture.performing(launching, [waiting]) { daemon in
            let performing = try Performing(daemon, waiting.identifier, photos)
            try daemon.call("Sheet.Cancel", ["unit": .string(try performing.started().unit)])
            let end = try performing.ending()
            let begun = end.output?.split(separator: "\n").count ?? 0
            #expect(end.result == .cancelled && begun <= 64, "\(begun) have begun.")
        }
    }

    @Test(arguments: Launching.allCases)
    func progressIsThatOfAllTogether(_ launching: Launching) throws {
        let steps = Self.each(
            "steps", "systemd-notify STATUS=Half X_PROGRESS=0.5; read go <\"$2\"", ["%f", "{gate}"]
        ).asking("gate")
        try DaemonFixture.performing(launching, [steps]) { daemon in
            let gate = try Gate(daemon)
            let performing = try Performing(
                daemon, steps.identifier, Self.photos, answers: ["gate": gate.path])
            var told: [Double] = []
            for half in [0.5, 1.5, 2.5] {
                var status: String?
                while told.last != half / 3, let progress = try performing.next() {
                    status = progress.status
                    if let fraction = progress.fraction { told.append(fraction) }
                }
                #expect(status == "Half")
                try gate.open()
            }
            let end = try performing.ending()
            #expect(end.result == .success && end.fraction == 1 && told == told.sorted())
        }
    }

    @Test(arguments: Launching.allCases)
    func cancellingEndsTheOneThatRunsAndAllThatWouldFollow(_ launching: Launching) throws {
        let waiting = Self.each("waiting", "echo begun; systemd-notify STATUS=up; exec sleep 1000")
        // It succeeds all the same, and lets no other begin.
        let tidy = Self.each(
            "tidy",
            "trap 'echo tidied; exit 0' TERM; echo begun; "
                + "systemd-notify STATUS=up; while :; do sleep 0.1; done"
        )
        try DaemonFixture.performing(launching, [waiting, tidy]) { daemon in
            for (plugin, output) in [(waiting, "begun\n"), (tidy, "begun\ntidied\n")] {
                let performing = try Performing(daemon, plugin.identifier, Self.photos)
                var progress = try performing.started()
                while progress.status != "up", let next = try performing.next() { progress = next }
                try daemon.call("Sheet.Cancel", ["unit": .string(progress.unit)])
                let end = try performing.ending()
                #expect(end.result == .cancelled && end.output == output, "\(plugin.identifier)")
            }
        }
    }

    @Test(arguments: Launching.allCases)
    func theTimeIsThatOfAllTogether(_ launching: Launching) throws {
        let slow = Plugin.timed { Self.each($0, "echo begun; exec sleep 1000", ["%f"], $1) }
        try DaemonFixture.performing(launching, slow) { daemon in
            let end = try daemon.timedOut(slow, Self.photos)
            #expect(end.result == .failure && end.output == "begun\n")
            #expect(end.status == "It took longer than it may.")
        }
    }

    @Test(arguments: Launching.allCases)
    func whatNarrowsItselfIsStartedInOneSandbox(_ launching: Launching) throws {
        let narrowed = Self.each(
            "narrowed", #"echo "$1" >>/tmp/seen; wc -l </tmp/seen; systemd-notify X_PROGRESS=1"#, ["%f"],
            ["network": false])
        try DaemonFixture.performing(launching, [narrowed]) { daemon in
            let end = try daemon.ending(narrowed.identifier, Self.photos)
            #expect(end.result == .success && end.output == "1\n2\n3\n" && end.fraction == 1)
        }
    }

    @Test func manyItemsAreNoLongCommandLine() throws {
        let counting = Self.each("counting", "echo .", [.string(String(repeating: "x", count: 5_000)), "%f"])
        let photos = JSON.array((0..<400).map { ["type": "image/png", "uri": .string("file:///\($0).png")] })
        try DaemonFixture.performing(.process, [counting]) { daemon in
            let end = try daemon.ending(counting.identifier, photos)
            #expect(end.output == String(repeating: ".\n", count: 400))
        }
    }
}
