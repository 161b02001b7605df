// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import StrictJSON
import Testing
import Varlink

/// Stars, and the places that activities have among all.
struct StarTests {
    private func starred(_ daemon: DaemonFixture) throws -> [String] {
        try daemon.list("image/png").activities.filter { $0.starred == true }.map(\.identifier)
    }

    @Test func starredActivitiesKeepTheirPlaces() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.a", "Alpha"))
            let before = try daemon.identifiers()
            let generation = try daemon.star(["org.example.a", "io.test.print"])
            #expect(try daemon.status().generation == generation)
            #expect(try daemon.identifiers() == before)
            #expect(try starred(daemon) == ["io.test.print", "org.example.a"])
            #expect(try daemon.description("io.test.print").starred == true)
            #expect(try daemon.description("io.test.copy").starred == nil)
            try daemon.star([])
            #expect(try starred(daemon) == [])
        }
    }

    @Test func aStarStaysWithAnActivityThatGoesAndComesBack() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.a", "Alpha"))
            try daemon.star(["org.example.a"])
            try daemon.call("Registry.Unregister", ["identifier": "org.example.a"])
            #expect(try daemon.status().problems ?? [] == [] && starred(daemon) == [])
            try daemon.stop()
            try daemon.start()
            try daemon.register(Plugin("org.example.a", "Alpha"))
            #expect(try starred(daemon) == ["org.example.a"])
        }
    }

    @Test func whatIsUnknownOrComesTwiceIsRefusedAndChangesNothing() throws {
        try DaemonFixture.run { daemon in
            try daemon.star(["io.test.copy"])
            let unknown = try daemon.refusal(
                "Registry.Star", ["identifiers": ["io.test.print", "org.example.none"]])
            #expect(unknown.name == "io.activityd.Registry.NoSuchActivity")
            #expect(unknown.parameters["identifier"] == "org.example.none")
            let twice = try daemon.refusal(
                "Registry.Star", ["identifiers": ["io.test.print", "io.test.print"]])
            #expect(twice == .invalidParameter("identifiers"))
            #expect(try starred(daemon) == ["io.test.copy"])
        }
    }

    @Test func aTransformIsSaidToBeOne() throws {
        let small = Plugin("org.example.small", "Smaller").with([
            "category": "transform", "icon": .null, "makes": "same",
            "perform": ["exec": ["true"], "stdin": "request"],
        ])
        try DaemonFixture.run { daemon in
            try daemon.register(small)
            let error = try daemon.refusal("Registry.Star", ["identifiers": ["org.example.small"]])
            #expect(error.name == "io.activityd.Registry.NotPermitted")
            let reason: String = try error.parameters.read("reason")
            #expect(reason.hasPrefix("org.example.small is a transform"))
        }
    }

    @Test func ranksFollowTheSheetsOrder() throws {
        try DaemonFixture.run { daemon in
            for (identifier, title) in [("a", "Page 10"), ("b", "Page 2"), ("c", "Écru"), ("d", "Zinc")] {
                try daemon.register(Plugin("org.example.\(identifier)", title))
            }
            try daemon.arrange(["org.example.d"])
            func ranked() throws -> [String] {
                try daemon.describe().filter { $0.rank != nil }.sorted { $0.rank ?? 0 < $1.rank ?? 0 }
                    .map(\.identifier)
            }
            let order = try ranked()
            #expect(try order == daemon.identifiers())
            #expect(order.suffix(4) == ["d", "c", "b", "a"].map { "org.example.\($0)" })
            // An activity that is ignored keeps its place, and one alone is told of the same.
            try daemon.elect("org.example.c", "ignore")
            #expect(try ranked() == order)
            #expect(try daemon.description("org.example.b").rank == order.count - 2)
            #expect(try Set(daemon.describe().compactMap(\.rank)) == Set(order.indices))
        }
    }

    @Test func whatIsShadowedOrRejectedHasNoRank() throws {
        try DaemonFixture.prepared { daemon in
            daemon.install(Plugin("org.example.a", "Alpha"))
            daemon.install(Plugin("org.example.bad", "Copy"))
            try daemon.start()
            try daemon.register(Plugin("org.example.a", "Alpha"))
            try daemon.star(["org.example.a"])
            let bundles = try daemon.describe("org.example.a")
            #expect(bundles.map(\.state).sorted { $0.rawValue < $1.rawValue } == [.active, .shadowed])
            for bundle in bundles {
                #expect((bundle.rank != nil) == (bundle.state == .active))
                #expect((bundle.starred == true) == (bundle.state == .active))
            }
            #expect(try daemon.description("org.example.bad").rank == nil)
        }
    }

    @Test func thousandsAreRankedInPiecesWhileOthersAreAnswered() throws {
        try DaemonFixture.prepared { daemon in
            for number in 0..<600 { daemon.install(Plugin("org.example.n\(number)", "Effect \(number)")) }
            try daemon.start()
            // A daemon whose first load takes long serves the system's activities meanwhile.
            try daemon.waitTillJudged(600)
            let ranks = try daemon.describe().sorted { $0.rank ?? 0 < $1.rank ?? 0 }
            #expect(ranks.compactMap(\.rank) == Array(0..<604))
            #expect(ranks.suffix(600).map(\.identifier) == (0..<600).map { "org.example.n\($0)" })
        }
    }
}
