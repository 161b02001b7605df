// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite("Loading the search path")
struct LoaderTests {
    let shelf = Shelf()

    @Test func `Folders that are not there give an empty load and are to be watched`() {
        let load = shelf.load()
        #expect(load.bundles.isEmpty && load.pending.isEmpty && load.problems.isEmpty)
        #expect(load.foldersToWatch == shelf.path.folders.map(\.path) + [shelf.path.systemFolder])
    }

    @Test func `A bundle waits until its icon is judged, and then serves`() throws {
        shelf.put("org.example.a")
        let load = shelf.load()
        #expect(load.bundles.isEmpty)
        let candidate = try #require(load.pending.first)
        #expect(candidate.path == shelf.scratch("usr/share/activities/org.example.a.activity"))
        #expect(load.bundlesToWatch == [candidate.path])
        let key = try #require(candidate.findingsKey)
        let done = shelf.loader.finish(load, [key: IconFindings([])])
        #expect(done.serving == ["org.example.a"] && done.pending.isEmpty)
        #expect(
            done.bundles.first?.iconDigest == Digest.sha256(Array((Fixtures.icon + "org.example.a").utf8)))
    }

    @Test func `No number of bundles keeps the admin's masks from the system's`() {
        shelf.putSystem("io.activityd.print", "Print")
        shelf.limit = 2
        for name in ["a", "b", "c"] { shelf.put("com.example." + name, in: Shelf.admin) }
        shelf.mask("io.activityd.print", in: Shelf.admin)
        shelf.mask("a.first", in: Shelf.admin)
        let load = shelf.settled()
        #expect(load.serving == ["com.example.a", "com.example.b"] && load.omitted == 1)
    }

    @Test func `A bundle that goes while the folders are read has gone, and hides no other`() {
        for folder in [Shelf.vendor, Shelf.admin] { shelf.put("org.example.a", in: folder) }
        let going = shelf.scratch("\(Shelf.admin)/org.example.a.activity")
        shelf.betweenListingAndReading = { _, _ in Files.erase(going) }
        #expect(shelf.settled().standings("org.example.a") == [.present])
    }

    @Test func `What was registered serves at the start while its icon is judged again`() throws {
        shelf.put("org.example.a", in: Shelf.registered)
        shelf.put("org.example.b")
        let load = shelf.load()
        #expect(load.serving == ["org.example.a"])
        #expect(load.pending.map(\.identifier).sorted() == ["org.example.a", "org.example.b"])
        let key = try #require(load.pending.first { $0.identifier == "org.example.a" }?.findingsKey)
        let done = shelf.loader.finish(load, [key: IconFindings([Diagnostic(.iconShadow, "a shadow")])])
        #expect(done.standings("org.example.a") == [.rejected])
        // Only at this moment: later files were not acknowledged.
        shelf.put("org.example.c", in: Shelf.registered)
        let later = shelf.load(serving: done.bundles, previous: done)
        #expect(!later.serving.contains("org.example.c"))
    }

    @Test func `An icon's errors reject the bundle and its warnings stay with it`() throws {
        shelf.put("org.example.a")
        shelf.put("org.example.b")
        let load = shelf.load()
        let findings = [Diagnostic(.iconShadow, "a shadow"), Diagnostic(.iconSmall, "small")]
        let keys = load.pending.compactMap(\.findingsKey)
        let pairs = zip(keys, findings.map { IconFindings([$0]) })
        let done = shelf.loader.finish(load, Dictionary(uniqueKeysWithValues: pairs))
        #expect(done.standings("org.example.a") == [.rejected])
        #expect(done.serving == ["org.example.b"] && done.rules("org.example.b") == [.iconSmall])
    }

    @Test func `Known findings are used at once`() throws {
        shelf.put("org.example.a")
        let key = try #require(shelf.load().pending.first?.findingsKey)
        shelf.cache.file(IconFindings([Diagnostic(.iconSmall, "small")]), for: key)
        let load = shelf.load()
        #expect(load.pending.isEmpty && load.rules("org.example.a") == [.iconSmall])
    }

    @Test func `The first bundle of a name shadows the later ones`() {
        for folder in [Shelf.vendor, Shelf.boot, Shelf.admin] { shelf.put("org.example.a", in: folder) }
        let winner = shelf.scratch("etc/activities/org.example.a.activity")
        let load = shelf.settled()
        #expect(load.standings("org.example.a") == [.present, .shadowed(by: winner), .shadowed(by: winner)])
        #expect(load.bundles.first?.path == winner)
    }

    @Test func `A rejected bundle shadows too`() {
        shelf.put("org.example.a", in: Shelf.boot)
        shelf.scratch.write("etc/activities/org.example.a.activity/manifest.json", "nonsense")
        let winner = shelf.scratch("etc/activities/org.example.a.activity")
        #expect(shelf.settled().standings("org.example.a") == [.rejected, .shadowed(by: winner)])
    }

    @Test func `A mask hides what comes after it, and is no bundle itself`() {
        shelf.put("org.example.a", in: Shelf.vendor)
        shelf.put("org.example.b", in: Shelf.admin)
        shelf.mask("org.example.a", in: Shelf.boot)
        shelf.mask("org.example.b", in: Shelf.boot)
        shelf.mask("org.example.c", in: Shelf.boot)
        let load = shelf.settled()
        let mask = shelf.scratch("run/activities/org.example.a.activity")
        #expect(load.standings("org.example.a") == [.masked(by: mask)])
        #expect(load.standings("org.example.b") == [.present])
        #expect(load.bundles.count == 2)
    }

    @Test func `A link of the admin's that leads nowhere takes nothing away`() {
        let links = [(Shelf.boot, "srv/boot"), (Shelf.admin, "srv/activities")]
        for identifier in ["org.example.a", "org.example.b"] { shelf.put(identifier) }
        shelf.put("org.example.a", in: "srv/boot")
        shelf.mask("org.example.b", in: "srv/activities")
        for folder in ["etc", "run"] { shelf.scratch.folder(folder) }
        for (link, target) in links { symlink(shelf.scratch(target), shelf.scratch(link)) }
        let mask = Bundle.Standing.masked(by: shelf.scratch("\(Shelf.admin)/org.example.b.activity"))
        let shadowed = Bundle.Standing.shadowed(
            by: shelf.scratch("\(Shelf.boot)/org.example.a.activity"))
        func standings(_ load: Load) -> [[Bundle.Standing]] {
            ["org.example.a", "org.example.b"].map(load.standings)
        }
        var load = shelf.settled()
        #expect(standings(load) == [[.present, shadowed], [mask]])
        for (_, target) in links { rename(shelf.scratch(target), shelf.scratch(target) + "-away") }
        for _ in 0..<2 {
            load = shelf.settled(serving: load.bundles, previous: load)
            #expect(standings(load) == [[.rejected, shadowed], [mask]])
            for (link, _) in links {
                #expect(load.problems.contains { $0.hasPrefix(shelf.scratch(link) + " is a symbolic link") })
            }
        }
        for (_, target) in links { rename(shelf.scratch(target) + "-away", shelf.scratch(target)) }
        load = shelf.settled(serving: load.bundles, previous: load)
        #expect(standings(load) == [[.present, shadowed], [mask]] && load.problems == [])
        for (link, _) in links { unlink(shelf.scratch(link)) }
        load = shelf.settled(serving: load.bundles, previous: load)
        #expect(standings(load) == [[.present], [.present]] && load.problems == [])
    }

    @Test func `A folder of the admin's that cannot be opened takes nothing away`() {
        for identifier in ["org.example.a", "org.example.b"] { shelf.put(identifier) }
        shelf.put("org.example.a", in: Shelf.admin)
        shelf.mask("org.example.b", in: Shelf.admin)
        shelf.putSystem("io.activityd.print", "Print")
        shelf.mask("io.activityd.print", in: Shelf.admin)
        let folder = shelf.scratch(Shelf.admin)
        var load = shelf.settled()
        rename(folder, folder + "-away")
        symlink("activities", folder)
        for _ in 0..<2 {
            load = shelf.settled(serving: load.bundles, previous: load)
            #expect(load.serving == [] && load.rules("org.example.a") == [.bundlePath])
            #expect(load.problems.contains { $0.hasPrefix(folder + " could not be opened") })
        }
        unlink(folder)
        load = shelf.settled(serving: load.bundles, previous: load)
        #expect(load.serving.count == 3 && load.problems == [])
    }

    @Test func `A link of the person's that leads nowhere is as good as none`() {
        let path = SearchPath.user(
            environment: ["HOME": shelf.scratch.path, "XDG_DATA_DIRS": shelf.scratch("profile")],
            root: shelf.scratch.path)
        for link in [".config", "profile"] { symlink(shelf.scratch("nowhere"), shelf.scratch(link)) }
        let load = Loader(path: path, trust: nil, cache: shelf.cache, programPath: "").load()
        #expect(load.problems == [])
    }

    @Test func `A mask that was removed, and is in force, masks on`() {
        shelf.putSystem("io.activityd.print", "Print")
        shelf.put("org.example.a")
        let folder = shelf.scratch(Shelf.admin)
        func standings(_ masks: [String: [String]]) -> [[Bundle.Standing]] {
            let load = Loader(
                path: shelf.path, trust: nil, cache: shelf.cache, masks: masks, programPath: ""
            ).load()
            return ["org.example.a", "io.activityd.print"].map { load.standings($0) }
        }
        let names = ["org.example.a.activity", "io.activityd.print.activity"]
        let masked = names.map { [Bundle.Standing.masked(by: folder + "/" + $0)] }
        // Without the folder, and with one that now has a bundle of that name.
        #expect(standings([folder: names]) == masked)
        shelf.put("org.example.a", in: Shelf.admin)
        #expect(standings([folder: names]) == masked)
        #expect(standings([:]) != masked)
    }

    @Test func `A mask takes away whoever may write it, and the fault is named`() {
        shelf.putSystem("io.activityd.print", "Print")
        shelf.put("org.example.a")
        shelf.mask("io.activityd.print", in: Shelf.admin)
        shelf.mask("org.example.a", in: Shelf.admin)
        shelf.trust = Trust(owners: [geteuid()])
        let folder = shelf.scratch(Shelf.admin)
        for mode: mode_t in [0o777, 0o775, 0o755] {
            // A group that others may be in.
            if mode == 0o775, chown(folder, geteuid(), 999) != 0 { continue }
            chmod(folder, mode)
            let load = shelf.settled()
            #expect(load.serving == [] && load.bundles.allSatisfy { $0.standing != .rejected })
            #expect(load.problems.count == (mode == 0o755 ? 0 : 1), "\(load.problems)")
        }
        shelf.trust = Trust(owners: [geteuid() + 1])
        #expect(!shelf.settled().serving.contains("org.example.a"))
        #expect(
            shelf.settled().standings("org.example.a") == [.masked(by: folder + "/org.example.a.activity")])
    }

    @Test func `A system activity is masked from the admin's folder alone`() {
        for name in ["print", "open"] { shelf.putSystem("io.activityd." + name, name) }
        shelf.mask("io.activityd.print", in: Shelf.admin)
        shelf.mask("io.activityd.open", in: Shelf.boot)
        let load = shelf.settled()
        let mask = shelf.scratch("etc/activities/io.activityd.print.activity")
        #expect(load.standings("io.activityd.print") == [.masked(by: mask)])
        #expect(load.standings("io.activityd.open") == [.present, .rejected])
        #expect(load.rules("io.activityd.open") == [.identifierReserved])
    }

    @Test func `A system activity's identifier is reserved, and its impostor shadows nothing`() {
        shelf.putSystem("io.activityd.print", "Print")
        shelf.put("io.activityd.print", in: Shelf.admin)
        shelf.put("io.activityd.print", in: Shelf.vendor)
        let load = shelf.settled()
        #expect(load.standings("io.activityd.print") == [.present, .rejected, .rejected])
        #expect(load.rules("io.activityd.print").filter { $0 == .identifierReserved }.count == 2)
        #expect(load.bundles.map(\.source) == [.system, .custom, .custom])
    }

    @Test(arguments: [
        ".org.example.a.activity",
        "org.example.a.activity.dpkg-new", "org.example.a.dpkg-tmp.activity",
        "org.example.a~.activity", "org.example.a.activity~", "org.example.staging-x.staging-y.activity",
        ".staging-new-org.example.a.activity", "org.example.a", "README", "org.example.a.activities",
    ])
    func `A name that is no bundle's is passed over, and its neighbours serve`(name: String) {
        shelf.put("org.example.b")
        shelf.scratch.write("\(Shelf.vendor)/\(name)/manifest.json", "{")
        let load = shelf.settled()
        #expect(load.bundles.map(\.identifier) == ["org.example.b"])
    }

    @Test func `A link to a bundle, a file and a pipe are rejected with a reason`() {
        shelf.put("org.example.real")
        shelf.scratch.write("\(Shelf.vendor)/org.example.file.activity", "no folder")
        symlink("org.example.real.activity", shelf.scratch("\(Shelf.vendor)/org.example.link.activity"))
        symlink("/dev/zero", shelf.scratch("\(Shelf.vendor)/org.example.zero.activity"))
        mkfifo(shelf.scratch("\(Shelf.vendor)/org.example.pipe.activity"), 0o600)
        let load = shelf.settled()
        for name in ["file", "link", "pipe", "zero"] {
            #expect(load.standings("org.example." + name) == [.rejected])
            #expect(load.rules("org.example." + name) == [.bundlePath])
        }
        #expect(load.serving == ["org.example.real"])
    }

    @Test func `Custom bundles past the limit are counted and left out, the system's beside them not`() {
        shelf.putSystem("io.activityd.one", "Do")
        for name in ["a", "b", "c", "d"] { shelf.put("org.example." + name) }
        shelf.limit = 3
        let load = shelf.settled()
        #expect(load.serving == ["io.activityd.one", "org.example.a", "org.example.b", "org.example.c"])
        #expect(load.omitted == 1)
    }

    @Test func `A folder that cannot be listed is a problem and stops no other`() {
        shelf.put("org.example.a")
        shelf.scratch.write("etc/activities", "a file where a folder should be")
        let load = shelf.settled()
        #expect(load.problems.count == 1 && load.serving == ["org.example.a"])
    }

    @Test func `Programs that are missing are named, and their folders watched`() throws {
        let programs: JSON = ["programs": ["here", ["gone", "lost"], ["gone", "here"], "plain-file"]]
        shelf.put("org.example.a", ["requires": programs])
        shelf.scratch.write("bin/here")
        chmod(shelf.scratch("bin/here"), 0o755)
        shelf.scratch.write("bin/plain-file")
        let load = shelf.settled()
        let bundle = try #require(load.bundles.first)
        #expect(
            bundle.standing == .present
                && bundle.missing == [.programs(["gone", "lost"]), .programs(["plain-file"])])
        #expect(load.foldersToWatch.suffix(2) == [shelf.scratch("bin"), shelf.scratch("sbin")])
    }

    @Test func `The system's bundles come first, and each kind by identifier`() {
        shelf.put("org.example.b")
        shelf.put("org.example.a", in: Shelf.vendor)
        shelf.put("org.example.c", in: Shelf.admin)
        shelf.putSystem("io.activityd.print", "Print")
        let expected = ["io.activityd.print", "org.example.a", "org.example.b", "org.example.c"]
        #expect(shelf.settled().bundles.map(\.identifier) == expected)
    }
}
