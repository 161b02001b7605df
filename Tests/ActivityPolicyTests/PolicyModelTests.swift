// SPDX-License-Identifier: Apache-2.0
//
// Random histories of a machine: files are written, broken in each way, hidden, masked and removed; the
// system's daemon and a person's daemon look, restart, or are older versions; and the person writes into
// their own state. After each look of the person's daemon, no activity is more open than in the model, and
// each is exactly as open if the person wrote nothing.

import ActivityModel
import Host
import StrictJSON
import Testing

@testable import ActivityPolicy

struct PolicyModelTests {
    /// Histories of 60 steps each; MODEL_SEEDS asks for more.
    static let seeds = Environment.value("MODEL_SEEDS").flatMap { Int($0) } ?? 400

    @Test func `No history opens more than the model, and whole files say what it says`() {
        var totals = Walk.Totals()
        for seed in 0..<Self.seeds {
            var walk = Walk(seed: UInt64(seed))
            for step in 0..<60 {
                guard walk.step("seed \(seed), step \(step)") else { return }
            }
            totals += walk.totals
        }
        print("PolicyModelTests: \(totals)")
        #expect(totals.faulty > 0 && totals.whole > 0 && totals.restarts > 0)
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

private enum Step: CaseIterable {
    case write, breakFile, repair, mask, remove
    case systemLooks, personRestarts, firstLogin, stateIsLost, downgrade, forge
}

private struct Walk {
    struct Totals: CustomStringConvertible {
        var (steps, whole, faulty, restarts) = (0, 0, 0, 0)

        static func += (one: inout Totals, other: Totals) {
            one.steps += other.steps
            one.whole += other.whole
            one.faulty += other.faulty
            one.restarts += other.restarts
        }

        var description: String {
            "\(steps) steps, \(whole) looks at whole files, \(faulty) at faulty ones, \(restarts) restarts"
        }
    }

    static let layout = PolicyLayout(
        layers: ModelMachine.layers, elections: "/etc/activityd/elections.json",
        elected: ModelMachine.elected,
        masks: [ModelMachine.masks])
    static let activities = [
        ActivityTraits("org.x.a", category: .share), ActivityTraits("org.x.b", usesNetwork: false),
        ActivityTraits("org.y.c"), ActivityTraits("org.y.d", category: .transform, usesNetwork: false),
    ].map { traits in
        let labels = traits.identifier.hasPrefix("org.x") ? "org.x.*" : "org.y.*"
        return ModelActivity(
            traits: traits,
            names: [traits.identifier, labels, "org.*"] + (traits.usesNetwork ? ["network"] : [])
                + ["category:" + traits.category.rawValue, "*"])
    }
    static let keys = ["org.x.a", "org.x.b", "org.y.c", "org.x.*", "org.*", "network", "category:share", "*"]

    var random: SplitMix
    var machine = ModelMachine()
    var (memory, system, person) = (ModelHistory(), ModelHistory(), ModelHistory())
    var (memoryKeeper, systemKeeper) = (PolicyKeeper(), PolicyKeeper())
    var personKeeper = PolicyKeeper(isTrusted: false)
    /// Whether the person has written their own state, so that it is only a bound from above.
    var isForged = false
    let hasSystem: Bool
    /// Levels at the person's last look at whole files, while its daemon runs.
    var whole: [Int]?
    var totals = Totals()

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        hasSystem = seed % 3 != 0
    }

    /// - Returns: whether everything was as it must be.
    mutating func step(_ place: String) -> Bool {
        totals.steps += 1
        let step = Step.allCases.randomElement(using: &random) ?? .write
        switch step {
        case .write, .breakFile, .repair, .mask, .remove: change(step)
        case .systemLooks: if hasSystem { lookAsSystem() }
        case .personRestarts:
            totals.restarts += 1
            (memory, memoryKeeper, whole) = (ModelHistory(), PolicyKeeper(), nil)
        case .firstLogin:
            (memory, memoryKeeper, whole) = (ModelHistory(), PolicyKeeper(), nil)
            (person, personKeeper, isForged) = (ModelHistory(), PolicyKeeper(isTrusted: false), false)
        case .stateIsLost:
            if hasSystem, bool(1, of: 4) { (system, systemKeeper) = (ModelHistory(), PolicyKeeper()) }
        case .downgrade:
            system.wholesFrom = system.looks.count
            systemKeeper = Self.stored(systemKeeper, without: ["whole", "wholeWith"])
        case .forge:
            guard bool(1, of: 4) else { break }
            let said = Said(
                elections: Dictionary(
                    uniqueKeysWithValues: Self.keys.map { ($0, Said.Vote(ignores: false, locks: true)) }))
            let members = ModelMachine.names.joined().filter { $0 != ModelMachine.masks }.map { path in
                (
                    path,
                    JSON.object(
                        Self.object(said, .none, ModelMachine.isElections(path) ? .elections : .settings))
                )
            }
            personKeeper =
                (try? PolicyKeeper(JSON.Object(members), isTrusted: false, Self.layout)) ?? personKeeper
            isForged = true
        }
        let isRight = lookAsPerson("\(place): \(step)")
        // The stored state is the content of its file.
        systemKeeper = Self.stored(systemKeeper)
        personKeeper = Self.stored(personKeeper)
        return isRight
    }

    // MARK: Steps

    private mutating func bool(_ chances: Int, of all: Int) -> Bool {
        Int.random(in: 0..<all, using: &random) < chances
    }

    private mutating func change(_ step: Step) {
        let path = ModelMachine.names.joined().randomElement(using: &random) ?? ""
        switch (step, machine.files[path]) {
        case (.remove, _): machine.files[path] = nil
        case (.mask, _):
            if path != ModelMachine.elected, path != ModelMachine.masks { machine.files[path] = .mask }
        case (.repair, _):
            // All files half of the time, so that some policies are whole.
            let paths = bool(1, of: 2) ? Array(machine.files.keys.sorted()) : [path]
            for path in paths {
                if case .file(let said, _)? = machine.files[path] { machine.files[path] = .file(said, .none) }
            }
        case (.breakFile, .file(let said, _)?): machine.files[path] = .file(said, flaw(path))
        default: machine.files[path] = .file(said(path), bool(2, of: 3) ? .none : flaw(path))
        }
    }

    private mutating func flaw(_ path: String) -> Flaw {
        let isMasks = path == ModelMachine.masks
        let flaws = Flaw.allCases.filter { flaw in
            switch flaw {
            case .unknownKeyInElection, .badElection, .badName, .badCategory: ModelMachine.isElections(path)
            case .badSwitch, .badEntry, .wrongStar: !ModelMachine.isElections(path) && !isMasks
            case .deadLink, .denied, .none: true
            default: !isMasks
            }
        }
        return flaws.randomElement(using: &random) ?? .brace
    }

    private mutating func said(_ path: String) -> Said {
        var said = Said()
        if path == ModelMachine.masks {
            said.masks = Set(Self.activities.map(\.traits.identifier).filter { _ in bool(1, of: 3) })
        } else if ModelMachine.isElections(path) {
            for key in Self.keys where bool(1, of: 4) {
                said.elections[key] = Said.Vote(ignores: bool(1, of: 2), locks: bool(1, of: 2))
            }
        } else {
            if bool(1, of: 2) { said.isOff = bool(1, of: 2) }
            if bool(1, of: 4) { said.only = Set(Self.keys.filter { _ in bool(1, of: 2) }) }
        }
        return said
    }

    // MARK: Looks

    private mutating func lookAsSystem() {
        let history = system
        system.looks.append(machine.scan { history.last($0) })
        systemKeeper.record(Self.scan(at: machine, [systemKeeper]))
    }

    private mutating func lookAsPerson(_ place: String) -> Bool {
        let trusted = hasSystem ? [memory, system] : [memory]
        let keepers = hasSystem ? [memoryKeeper, systemKeeper, personKeeper] : [memoryKeeper, personKeeper]
        let scan = Self.scan(at: machine, keepers)
        let policy = Policy(scan, keepers, Self.layout)
        let answers = Self.activities.map { machine.answer($0, trusted, isForged ? nil : person) }
        let expected = answers.map(\.level)
        let masked = Set(policy.masks.values.joined())
        let levels = Self.activities.map { activity in
            masked.contains(activity.traits.identifier + ".activity") || policy.closedBy != nil
                ? 0 : policy.openness(of: activity.traits).rawValue
        }
        let isOff = policy.closed.contains(.generators)
        let isExact = levels == expected && isOff == answers[0].isOff
        let isBound = zip(levels, expected).allSatisfy { $0 <= $1 } && (isOff || !answers[0].isOff)
        let isWhole = policy.incomplete.isEmpty
        // Whatever the rule says: a fault opens nothing that was closed at the last look at whole files.
        let opened = isWhole || whole == nil ? [] : zip(levels, whole ?? []).filter { $0 > $1 }
        let waits = Self.activities.filter { policy.waits($0.traits) }
        #expect(
            isForged && !isWhole ? isBound : isExact,
            "\(place): \(levels) for \(expected) of \(machine.files)")
        #expect(opened.isEmpty && (!isWhole || waits.isEmpty), "\(place): \(levels) after \(whole ?? [])")
        totals.whole += isWhole ? 1 : 0
        totals.faulty += isWhole ? 0 : 1
        if isWhole { whole = levels }
        let found = machine.scan { path in trusted.lazy.compactMap { $0.last(path) }.first }
        memory.looks.append(found)
        person.looks.append(found)
        memoryKeeper.record(scan)
        personKeeper.record(scan)
        return (isForged && !isWhole ? isBound : isExact) && opened.isEmpty
    }

    private static func stored(_ keeper: PolicyKeeper, without members: [String] = []) -> PolicyKeeper {
        var object = keeper.object
        for member in members { object.set(member, nil) }
        return (try? PolicyKeeper(object, isTrusted: keeper.isTrusted, layout)) ?? PolicyKeeper()
    }

    static func scan(at machine: ModelMachine, _ keepers: [PolicyKeeper]) -> PolicyScan {
        PolicyScan(
            ModelMachine.names.map { paths in
                PolicyScan.Name(paths) { path in
                    keepers.contains { $0.isTrusted && $0.document(at: path) != nil }
                } read: { path in
                    machine.files[path].map { fragment($0, path) }
                } isThere: {
                    machine.files[$0] != nil
                }
            })
    }

    // MARK: Files

    private static func fragment(_ file: ModelFile, _ path: String) -> PolicyFragment {
        let form: PolicyFragment.Form = ModelMachine.isElections(path) ? .elections : .settings
        guard case .file(let said, let flaw) = file else { return PolicyFragment(mask: path, form) }
        switch flaw {
        case .deadLink, .denied:
            return PolicyFragment(path, form, fault: "It cannot be read.", isUnknown: flaw == .denied)
        case .brace: return PolicyFragment(path, form, Array("{".utf8))
        case .repeatedName: return PolicyFragment(path, form, Array(#"{"x-a": 1, "x-a": 2}"#.utf8))
        default:
            guard path != ModelMachine.masks else {
                return PolicyFragment(masksIn: path, names: said.masks.map { $0 + ".activity" }.sorted())
            }
            return PolicyFragment(path, form, JSON.object(object(said, flaw, form)).serialized)
        }
    }

    private static func object(_ said: Said, _ flaw: Flaw, _ form: PolicyFragment.Form = .elections)
        -> JSON.Object
    {
        var elections = said.elections.sorted { $0.key < $1.key }.map { key, vote in
            (key, ["election": vote.ignores ? "ignore" : "use", "locked": .bool(vote.locks)] as JSON)
        }
        switch flaw {
        case .unknownKeyInElection: elections.append(("org.z.z", ["election": "use", "lockd": true]))
        case .badElection:
            if elections.isEmpty {
                elections.append(("org.z.z", "no"))
            } else {
                elections[0].1 = ["election": "ignroe"]
            }
        case .badName: elections.append(("org..z", ["election": "ignore"]))
        case .badCategory: elections.append(("category:shares", ["election": "ignore"]))
        default: break
        }
        var object = JSON.Object()
        if form == .elections { object.set("elections", .object(JSON.Object(elections))) }
        if let isOff = said.isOff { object.set("generators", .bool(!isOff)) }
        if let only = said.only { object.set("onlyActivities", only.sorted().json) }
        switch flaw {
        case .note: object.set("x-note", "for those who come after")
        case .wrongStar: object.set("starred", 5)
        case .unknownKey: object.set("newer", true)
        case .badSwitch: object.set("generators", .null)
        case .badEntry: object.set("onlyActivities", ((said.only ?? []).sorted() + ["x y"]).json)
        default: break
        }
        return object
    }
}
