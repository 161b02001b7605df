// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Glibc
import Host
import StrictJSON
import TestSupport

@testable import ActivityRegistry

/// Changes by clients, changes by hand, and restarts. A number names an activity.
enum RegistryStep {
    case register(Int, version: Int, isValid: Bool)
    case link(Int, version: Int)
    case unregister(Int)
    case elect(Int, Election)
    case arrange([Int])
    case star([Int])
    /// A person copies a bundle into the folder of registered ones, or only its manifest.
    case copy(Int, version: Int, isWhole: Bool)
    case erase(Int)
    case delete(RegistryWalk.Decision)
    case corrupt(RegistryWalk.Decision)
    case refresh
    case judge
    case restart

    static func draw(_ random: inout SplitMix) -> RegistryStep {
        let (activity, version) = (random.below(3), 1 + random.below(3))
        func some() -> [Int] { [0, 1, 2, 3].shuffled(using: &random).prefix(random.below(4)).map(\.self) }
        return switch random.below(100) {
        case 0..<22: .register(activity, version: version, isValid: random.below(5) > 0)
        case 22..<27: .link(activity, version: version)
        case 27..<35: .unregister(activity)
        case 35..<45: .elect(random.below(4), random.one(of: Election.allCases))
        case 45..<53: .arrange(some())
        case 53..<61: .star(some())
        case 61..<66: .copy(activity, version: version, isWhole: random.below(3) > 0)
        case 66..<69: .erase(activity)
        case 69..<72: .delete(random.one(of: RegistryWalk.Decision.allCases))
        case 72..<75: .corrupt(random.one(of: RegistryWalk.Decision.allCases))
        case 75..<82: .refresh
        case 82..<92: .judge
        default: .restart
        }
    }
}

/// A person's registry without a daemon around it.
struct RegistryWalk: Walker {
    enum Decision: String, CaseIterable { case elections, arrangement, starred }

    /// A bundle as clients see it.
    struct Shown: Equatable {
        let version: String?
        let isLink: Bool
    }

    /// Everything that lasts.
    struct View: Equatable {
        var bundles: [String: Shown] = [:]
        var elections: [String: Election] = [:]
        var arrangement: [String] = []
        var starred: [String] = []
    }

    /// Icons that wait to be judged.
    final class Icons { var waiting: [Int] = [] }

    static let identifiers = ["alpha", "beta", "gamma", "delta"].map { "org.example.\($0)" }

    let scratch = Scratch(isInMemory: true)
    private(set) var keeper: RegistryKeeper
    private var icons = Icons()
    /// Changes that the daemon has acknowledged, and nobody has changed by hand since.
    private(set) var acknowledged = View()
    /// Activities and files that somebody has changed by hand, so that only the disk knows what is there.
    private(set) var unknown: Set<String> = []
    /// Entries of `unknown` that are half done: a daemon that knows an earlier version treats them otherwise.
    private(set) var broken: Set<String> = []

    init() throws {
        scratch.folder("root" + SearchPath.systemBundles)
        (keeper, icons) = Self.start(scratch)
    }

    private static func start(_ scratch: Scratch) -> (RegistryKeeper, Icons) {
        let icons = Icons()
        let path = SearchPath.user(
            environment: ["HOME": scratch("home")], home: scratch("home"), root: scratch("root"))
        let keeper = RegistryKeeper(
            searchPath: path, programPath: "/usr/bin:/bin", surroundings: Surroundings(session: nil),
            firstGeneration: 1, log: RegistryLog { _ in }, reportPath: { _ in }, isEnding: { false },
            emit: { if case .judge(let number, _, _) = $0 { icons.waiting.append(number) } })
        keeper.start()
        return (keeper, icons)
    }

    var store: String { keeper.store.folder }
    func path(_ decision: Decision) -> String { keeper.searchPath.stateFolders[0] + "/\(decision).json" }

    mutating func take(_ step: RegistryStep) throws {
        switch step {
        case .register(let activity, let version, let isValid): try register(activity, version, isValid)
        case .link(let activity, let version): try link(activity, version)
        case .unregister(let activity):
            let identifier = Self.identifiers[activity]
            try change(identifier) { keeper throws(ChangeFault) in
                try keeper.unregister(identifier).isDifferent
            } then: {
                $0.bundles[identifier] = nil
            }
        case .elect(let activity, let election):
            let identifier = Self.identifiers[activity]
            try change("elections") { keeper throws(ChangeFault) in
                try keeper.elect(identifier, election, lock: false).isDifferent
            } then: {
                $0.elections[identifier] = election == .default ? nil : election
            }
        case .arrange(let activities):
            let identifiers = activities.map { Self.identifiers[$0] }
            try change("arrangement") { keeper throws(ChangeFault) in
                try keeper.arrange(identifiers).isDifferent
            } then: {
                $0.arrangement = identifiers
            }
        case .star(let activities):
            let identifiers = activities.map { Self.identifiers[$0] }
            try change("starred") { keeper throws(ChangeFault) in
                try keeper.star(identifiers).isDifferent
            } then: {
                $0.starred = identifiers
            }
        case .copy(let activity, let version, let isWhole): copy(activity, version, isWhole)
        case .erase(let activity):
            erase(Self.identifiers[activity])
        case .delete(let decision):
            unlink(path(decision))
            unknown.insert(decision.rawValue)
            broken.remove(decision.rawValue)
        case .corrupt(let decision):
            guard Files.exists(path(decision)) else { return }
            Files.write(path(decision), "{")
            unknown.insert(decision.rawValue)
            broken.insert(decision.rawValue)
        case .refresh: keeper.refresh()
        case .judge: judge()
        case .restart: try restart()
        }
        try checkServed()
    }

    mutating func finish() throws { try restart() }

    /// Answers the icons that wait.
    private func judge() {
        while !icons.waiting.isEmpty {
            keeper.judge.answer(icons.waiting.removeFirst(), IconFindings([]))
        }
    }

    // MARK: Changes

    static func files(_ identifier: String, _ version: Int, isValid: Bool = true) -> [BundleFile] {
        let manifest = Fixtures.manifest(
            identifier, ["version": .string("\(version)"), "category": isValid ? "action" : "nothing"])
        let texts = [
            ("manifest.json", manifest), ("icon.png", Fixtures.icon + identifier),
            ("data/version", "\(version)"),
        ]
        return texts.map { BundleFile(path: $0, bytes: Array($1.utf8)) }
    }

    private mutating func register(_ activity: Int, _ version: Int, _ isValid: Bool) throws {
        let identifier = Self.identifiers[activity]
        var judged: Result<RegistryKeeper.Judged, ChangeFault>?
        keeper.judge(
            Self.files(identifier, version, isValid: isValid), programs: true, for: .client(uid: 1)
        ) { judged = $0 }
        judge()
        try install(judged, identifier, Shown(version: "\(version)", isLink: false))
    }

    private mutating func link(_ activity: Int, _ version: Int) throws {
        let identifier = Self.identifiers[activity]
        let folder = "work/\(version)/\(identifier).activity"
        for file in Self.files(identifier, version) where !scratch.exists("\(folder)/\(file.path)") {
            scratch.write("\(folder)/\(file.path)", String(decoding: file.bytes, as: UTF8.self))
        }
        var judged: Result<RegistryKeeper.Judged, ChangeFault>?
        keeper.judge(link: scratch(folder), for: .client(uid: 1)) { judged = $0 }
        judge()
        try install(judged, identifier, Shown(version: "\(version)", isLink: true))
    }

    private mutating func install(
        _ judged: Result<RegistryKeeper.Judged, ChangeFault>?, _ identifier: String, _ shown: Shown
    ) throws {
        guard let judged else {
            throw BrokenInvariant("A judged bundle is answered", identifier)
        }
        try change(identifier) { keeper throws(ChangeFault) in
            try keeper.install(try judged.get()).change.isDifferent
        } then: {
            $0.bundles[identifier] = shown
        }
    }

    /// Makes a change. If it is acknowledged it is in force; if not, nothing has changed.
    ///
    /// - Parameter subject: the activity, or the file that is changed.
    private mutating func change(
        _ subject: String, _ body: (RegistryKeeper) throws(ChangeFault) -> Bool, then: (inout View) -> Void
    ) throws {
        let (former, disk, generation) = (acknowledged, contents, keeper.snapshot.generation)
        let isDifferent: Bool
        do {
            isDifferent = try body(keeper)
        } catch {
            return try require(contents == disk, "A change that is refused changes nothing", "\(error)")
        }
        then(&acknowledged)
        var changed = view
        then(&changed)
        try require(changed == view, "A change that is acknowledged is in force", "\(view)")
        if !unknown.contains(subject) {
            try require(isDifferent == (former != acknowledged), "A change says whether it was one")
        }
        if !isDifferent, unknown.isEmpty {
            try require(keeper.snapshot.generation == generation, "What changes nothing wakes nobody")
        }
        // Of the elections, one alone is known now.
        if subject != Decision.elections.rawValue {
            unknown.remove(subject)
            broken.remove(subject)
        }
    }

    private mutating func copy(_ activity: Int, _ version: Int, _ isWhole: Bool) {
        let identifier = Self.identifiers[activity]
        let folder = store + "/\(identifier).activity"
        erase(identifier)
        if !isWhole { broken.insert(identifier) }
        for file in Self.files(identifier, version) where isWhole || file.path == "manifest.json" {
            Files.write(folder + "/" + file.path, file.bytes)
        }
    }

    private mutating func erase(_ identifier: String) {
        let folder = store + "/\(identifier).activity"
        if unlink(folder) != 0 { Files.erase(folder) }
        unknown.insert(identifier)
        broken.remove(identifier)
    }

    // MARK: Restarts

    private mutating func restart() throws {
        judge()
        keeper.refresh()
        judge()
        let before = view
        (keeper, icons) = Self.start(scratch)
        try checkServed("What was acknowledged waits for nothing after a restart")
        judge()
        try checkRestart(before)
        acknowledged = view
        // A bundle that may still be being copied is not served yet; a file that is broken is as it was.
        unknown = broken
    }
}
