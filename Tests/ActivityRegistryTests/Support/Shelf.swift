// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ActivityRegistry
import CLinux
import Glibc
import Host
import StrictJSON
import TestSupport

/// A machine's folders of bundles in a temporary folder, and a loader for them with its own clock.
final class Shelf {
    let scratch = Scratch()
    let cache = FindingsCache(folder: nil)
    var elections = Elections()
    var established: [String: String] = [:]
    var trust: Trust?
    var limit = Loader.maximumBundles
    /// Environment of the session; nil: none.
    var session: [String: String]?
    /// An hour after everything was written, so that nothing counts as being copied.
    var now = Clocks.real() + 3_600_000

    static let system = "usr/share/activityd/activities"
    static let admin = "etc/activities"
    static let boot = "run/activities"
    static let vendor = "usr/share/activities"
    static let registered = "var/lib/activityd/activities"

    var path: SearchPath { .system(root: scratch.path) }

    /// Called between the listing of the folders and the reading of their contents.
    var betweenListingAndReading: (_ bundles: [String], _ links: [String]) -> Void = { _, _ in }

    var loader: Loader {
        let now = now
        return Loader(
            path: path, trust: trust, cache: cache, elections: elections,
            programPath: "bin:\(scratch("bin")):\(scratch("sbin"))",
            surroundings: Surroundings(session: session), established: established, limit: limit,
            clock: { now }, willRead: betweenListingAndReading)
    }

    /// Puts a bundle with its icon into a folder.
    func put(
        _ identifier: String, in folder: String = Shelf.vendor, _ members: KeyValuePairs<String, JSON> = [:]
    ) {
        let place = "\(folder)/\(identifier).activity"
        scratch.write(place + "/icon.png", Fixtures.icon + identifier)
        scratch.write(place + "/manifest.json", Fixtures.manifest(identifier, members))
    }

    func putSystem(_ identifier: String, _ title: String, _ members: KeyValuePairs<String, JSON> = [:]) {
        put(identifier, in: Self.system, members)
        var object = JSON.Object()
        if case .object(let read)? = try? JSON(parsing: Fixtures.manifest(identifier, members)) {
            object = read
        }
        object.set("title", .string(title))
        object.set("position", 10)
        scratch.write(
            "\(Self.system)/\(identifier).activity/manifest.json", JSON.object(object).prettyPrinted)
    }

    func mask(_ identifier: String, in folder: String) {
        scratch.folder(folder)
        symlink("/dev/null", scratch("\(folder)/\(identifier).activity"))
    }

    func load(serving: [Bundle] = [], previous: Load = Load()) -> Load {
        loader.load(serving: serving, previous: previous)
    }

    /// A load in which every icon was accepted.
    func settled(serving: [Bundle] = [], previous: Load = Load()) -> Load {
        let load = load(serving: serving, previous: previous)
        let findings = load.pending.compactMap(\.findingsKey).map { ($0, IconFindings([])) }
        return loader.finish(load, Dictionary(findings) { first, _ in first })
    }
}

extension Load {
    /// The standings of an identifier's bundles, in order.
    func standings(_ identifier: String) -> [Bundle.Standing] {
        bundles.filter { $0.identifier == identifier }.map(\.standing)
    }

    func rules(_ identifier: String) -> [Rule] {
        bundles.filter { $0.identifier == identifier }.flatMap(\.diagnostics).map(\.rule)
    }

    /// The identifiers of the serving bundles.
    var serving: [String] { bundles.filter { $0.standing == .present }.map(\.identifier) }
}
