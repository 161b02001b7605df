// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry

@Suite("Titles in a load")
struct LoaderTitleTests {
    let shelf = Shelf()

    init() {
        shelf.putSystem(
            "io.activityd.print", "Print",
            ["titles": ["de": "Drucken"], "perform": ["exec": ["/usr/bin/lp", "%F"]]])
    }

    @Test(arguments: ["Print", "PRINT", "Drucken", "drucken."])
    func `A system activity's title is reserved in every language`(title: String) {
        shelf.put("org.example.a", ["title": .string(title)])
        let load = shelf.settled()
        #expect(load.standings("org.example.a") == [.rejected])
        #expect(load.rules("org.example.a").contains(.titleReserved))
    }

    @Test func `A masked system activity gives its title free`() {
        shelf.put("org.example.a", ["title": "Print"])
        shelf.mask("io.activityd.print", in: Shelf.admin)
        #expect(shelf.settled().serving == ["org.example.a"])
    }

    @Test(arguments: [(true, Election.ignore, true), (false, .ignore, false), (true, .use, false)])
    func `A system activity that is locked away gives its title free`(
        isLocked: Bool, election: Election, isFree: Bool
    ) {
        shelf.put("org.example.a", ["title": "Print"])
        shelf.elections.admin["io.activityd.print"] = AdminElection(election, isLocked: isLocked)
        #expect(shelf.settled().serving.contains("org.example.a") == isFree)
    }

    @Test func `A rejected system activity's title stays reserved`() {
        shelf.scratch.write("\(Shelf.system)/io.activityd.print.activity/icon.png", "")
        shelf.putSystem("io.activityd.print", "Print", ["category": "nonsense"])
        shelf.put("org.example.a", ["title": "Print"])
        let load = shelf.settled()
        #expect(load.standings("io.activityd.print") == [.rejected])
        #expect(load.standings("org.example.a") == [.rejected])
    }

    @Test func `Titles are in NFC, also where their findings are known`() throws {
        shelf.put("org.example.a", ["title": "Se\u{301}pia", "titles": ["pt": "Se\u{301}pia 2"]])
        let first = shelf.settled()
        #expect(!first.titleFindings.isEmpty)
        shelf.cache.file(titles: first.titleFindings)
        for load in [first, shelf.settled()] {
            let manifest = try #require(load.bundles.first { $0.identifier == "org.example.a" }).manifest
            #expect(manifest.title.unicodeScalars.count == 5)
            #expect(manifest.titles["pt"]?.unicodeScalars.count == 7)
        }
    }

    @Test func `An error in a localisation drops it alone`() throws {
        shelf.put(
            "org.example.a",
            ["titles": ["de": "Drucken", "fr": "Sé\u{202E}pia", "es": "  ", "pt": "Se\u{301}pia"]])
        let bundle = try #require(shelf.settled().bundles.first { $0.identifier == "org.example.a" })
        #expect(bundle.standing == .present)
        #expect(bundle.manifest.titles == Titles(["pt": "S\u{E9}pia"]))
        #expect(bundle.manifest.titles["pt"]?.unicodeScalars.count == 5)
        let found = bundle.diagnostics.map { "\($0.severity) \($0.rule.rawValue) \($0.pointer ?? "")" }
        #expect(
            found == [
                "warning title-reserved /titles/de", "warning title-empty /titles/es",
                "warning title-control /titles/fr",
            ])
    }

    @Test func `Two custom activities of one title are warned of each other`() {
        shelf.put("org.example.a", ["title": "Sepia"])
        shelf.put("org.example.b", ["title": "SÉPIA"])
        shelf.put("org.example.c", ["title": "Other"])
        let load = shelf.settled()
        #expect(load.rules("org.example.a") == [.titleDuplicate])
        #expect(load.rules("org.example.b") == [.titleDuplicate])
        #expect(load.rules("org.example.c") == [])
        #expect(
            load.bundles.last { $0.identifier == "org.example.b" }?.diagnostics.first?.message
                .contains("org.example.a") == true)
    }

    @Test func `A shadowed bundle is no duplicate`() {
        shelf.put("org.example.a", in: Shelf.admin)
        shelf.put("org.example.a", in: Shelf.vendor)
        #expect(shelf.settled().rules("org.example.a") == [])
    }

    @Test(arguments: [("lp", true), ("/opt/bin/lp", true), ("bin/lp", false), ("lpr", false)])
    func `A program that a system activity runs is named`(program: String, isKnown: Bool) {
        shelf.put("org.example.a", ["perform": ["exec": [.string(program), "%F"]]])
        shelf.scratch.write("\(Shelf.vendor)/org.example.a.activity/bin/lp")
        #expect(shelf.settled().rules("org.example.a").contains(.recreatesBuiltin) == isKnown)
    }

    @Test func `Who bore a title before the system did keeps it`() {
        shelf.put("org.example.a", ["title": "Scan"])
        let before = shelf.settled()
        #expect(before.established == ["org.example.a": "Scan"])
        shelf.putSystem("io.activityd.scan", "Scan")
        shelf.put("org.example.b", ["title": "Scan"])
        shelf.established = before.established
        let after = shelf.settled()
        #expect(after.serving.filter { $0.hasPrefix("org") } == ["org.example.a"])
        #expect(after.rules("org.example.a") == [.titleReserved])
        #expect(after.established == before.established)
    }

    @Test func `Standing in for a masked activity establishes nothing`() {
        shelf.put("org.example.a", ["title": "Print"])
        shelf.mask("io.activityd.print", in: Shelf.admin)
        #expect(shelf.settled().established == [:])
    }

    /// Otherwise it would keep the title for good, beside the system activity's.
    @Test func `What comes while the system's activities are out of reach establishes nothing`() {
        shelf.putSystem("io.activityd.scan", "Scan")
        let former = shelf.settled()
        rename(shelf.scratch(Shelf.system), shelf.scratch("away"))
        symlink("nowhere", shelf.scratch(Shelf.system))
        shelf.put("org.example.a", ["title": "Scan"])
        for previous in [Load(), former] {
            let load = shelf.settled(serving: previous.bundles, previous: previous)
            #expect(load.standings("org.example.a") == [.present] && load.established == [:])
        }
    }

    @Test func `A title is kept while its bundle does not serve, and forgotten with the bundle`() {
        shelf.put("org.example.a", ["title": "Scan"])
        shelf.put("org.example.b", ["title": "Fax"])
        shelf.established = shelf.settled().established
        #expect(shelf.established == ["org.example.a": "Scan", "org.example.b": "Fax"])
        shelf.scratch.write("\(Shelf.vendor)/org.example.a.activity/manifest.json", "{")
        shelf.put("org.example.b", ["title": "Send a Fax"])
        shelf.established = shelf.settled().established
        #expect(shelf.established == ["org.example.a": "Scan", "org.example.b": "Send a Fax"])
        Files.erase(shelf.scratch("\(Shelf.vendor)/org.example.a.activity"))
        #expect(shelf.settled().established == ["org.example.b": "Send a Fax"])
    }
}
