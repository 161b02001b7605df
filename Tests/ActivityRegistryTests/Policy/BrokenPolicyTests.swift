// SPDX-License-Identifier: Apache-2.0
//
// A table: every way in which a file of policy breaks, in each layer, as each daemon finds it, against a model that says
// which activities must be closed then. The file that breaks closes a where it is good, the one of its name behind it
// closes b, and another drop-in closes c; nothing closes d.

import ActivityModel
import Glibc
import Host
import TestSupport
import Testing

@testable import ActivityRegistry

/// The file that breaks, or what is broken in it.
enum Breakage: String, CaseIterable {
    case brace, empty, latin1, array, repeatedKey, byteOrderMark, tooLarge, pipe, folder, deadLink, linkLoop
    case zeroes, notReadable, wrongType, wrongEntry, unknownKey, newer

    /// Activities that the breakage closes by itself.
    func closes(_ file: Subject) -> Set<String> {
        switch (self, file.isElections) {
        case (.wrongType, true): ["a"]
        case (.wrongType, false): ["a", "b", "c", "d"]
        case (.wrongEntry, false): ["a", "b", "c"]
        default: []
        }
    }

    func apply(to path: String, _ file: Subject) {
        unlink(path)
        switch self {
        case .brace: Files.write(path, "{")
        case .empty: Files.write(path, "")
        case .latin1: Files.write(path, Array(#"{"note": ""#.utf8) + [0xE4] + Array(#""}"#.utf8))
        case .array: Files.write(path, "[]")
        case .zeroes: Files.write(path, Array(file.good("a").utf8) + [0, 0])
        case .repeatedKey: Files.write(path, #"{"generators": true, "generators": true}"#)
        case .byteOrderMark: Files.write(path, "\u{FEFF}" + file.good("a"))
        case .tooLarge:
            Files.write(path, file.good("a"))
            truncate(path, 100 << 20)
        case .pipe: mkfifo(path, 0o644)
        case .folder: Files.makeFolder(path)
        case .deadLink: symlink("/nowhere/at/all", path)
        case .linkLoop: symlink(path, path)
        case .notReadable: Files.write(path, file.good("a"), mode: geteuid() == 0 ? 0o600 : 0)
        case .wrongType: Files.write(path, file.isElections ? Self.typeless : #"{"onlyActivities": 5}"#)
        case .wrongEntry:
            Files.write(
                path, file.isElections ? Self.misspelt : #"{"onlyActivities": ["org.example.d", 5, "*d"]}"#)
        case .unknownKey: Files.write(path, #"{"electons": {}, "onlyActivites": ["org.example.a"]}"#)
        // All that is understood of it opens.
        case .newer: Files.write(path, file.open.dropLast() + #", "newer": true}"#)
        }
    }

    private static let typeless = #"{"elections": {"org.example.a": 5}}"#
    private static let misspelt = #"{"elections": {"org.example.a": {"election": "use", "loked": true}}}"#
}

/// A file in a layer.
enum Subject: String, CaseIterable {
    case elections = "elections.d/50.json"
    case settings = "activityd.json"
    case dropIn = "activityd.json.d/50.json"

    var isElections: Bool { self == .elections }

    /// Would open all four.
    var open: String {
        guard isElections else { return #"{"onlyActivities": null, "personalActivities": true}"# }
        let use = #"{"election": "use", "locked": true}"#
        let entries = ["a", "b", "d"].map { #""org.example.\#($0)": \#(use)"# }
        return #"{"elections": {\#(entries.joined(separator: ", "))}}"#
    }

    /// Closes one of the four.
    func good(_ letter: String) -> String {
        guard !isElections else {
            return #"{"elections": {"org.example.\#(letter)": {"election": "ignore", "locked": true}}}"#
        }
        let others = ["a", "b", "c", "d"].filter { $0 != letter }.map { #""org.example.\#($0)""# }
        return #"{"onlyActivities": [\#(others.joined(separator: ", "))]}"#
    }
}

/// Who looks, and what it knows of the file when it was good.
enum Moment: String, CaseIterable {
    /// It never was.
    case never
    /// The person's daemon has seen it break.
    case seen
    /// A new one of the person's; the system's has not run.
    case restarted
    /// The system's has seen it, the person's never.
    case firstLogin
    /// The system's has seen it, and the person says that it allowed everything.
    case forged
    /// Nobody has seen it, and the person says so.
    case invented
}

@Suite("Every broken policy file")
struct BrokenPolicyTests {
    static let layers = ["etc/activityd", "run/activityd", "usr/lib/activityd"]
    static let files = layers.flatMap { layer in Subject.allCases.map { (layer, $0) } }

    /// The model.
    static func closed(_ breakage: Breakage, _ file: Subject, _ moment: Moment, hasBehind: Bool) -> Set<
        String
    > {
        let behind: Set = hasBehind ? ["b", "c"] : ["c"]
        let isKnown = [.seen, .firstLogin, .forged].contains(moment)
        if breakage == .notReadable, !isKnown { return ["a", "b", "c", "d"] }
        let former: Set = isKnown ? ["a", "c"] : moment == .restarted ? behind.union(["a"]) : behind
        return former.union(breakage.closes(file))
    }

    @Test("opens nothing", arguments: Breakage.allCases, files)
    func opensNothing(_ breakage: Breakage, _ place: (layer: String, file: Subject)) throws {
        for moment in Moment.allCases {
            let machine = Machine(place.layer, place.file)
            let found = try machine.closed(breakage, moment)
            let expected = Self.closed(breakage, place.file, moment, hasBehind: machine.behind != nil)
            #expect(found == expected, "\(moment)")
        }
    }

    @Test("opens nothing that is closed behind it", arguments: Breakage.allCases, Breakage.allCases)
    func opensNothingBehind(_ front: Breakage, _ behind: Breakage) throws {
        for file in Subject.allCases {
            func closed(by front: Breakage?, _ moment: Moment) throws -> Set<String> {
                let machine = Machine("etc/activityd", file)
                if let path = machine.behind.map({ machine.scratch($0 + "/" + file.rawValue) }) {
                    behind.apply(to: path, file)
                }
                return try machine.closed(front, moment)
            }
            #expect(try closed(by: front, .never).isSuperset(of: closed(by: nil, .never)), "\(file)")
        }
    }

    @Test("opens nothing that a former mistake left closed", arguments: Subject.allCases)
    func opensNothingLater(_ file: Subject) throws {
        for breakage in Breakage.allCases where breakage != .notReadable {
            let machine = Machine("usr/lib/activityd", file)
            Files.write(machine.path, file.good("a").dropLast() + #", "newer": true}"#)
            #expect(try machine.closedToSystem() == ["a", "c"])
            breakage.apply(to: machine.path, file)
            let expected = breakage.closes(file).union(["a", "c"])
            #expect(try machine.closedToSystem() == expected)
            #expect(machine.look(machine.persons) == expected, "a first login")
            unlink(machine.path)
            Files.erase(machine.path)
            Files.write(machine.path, file.good("d"))
            #expect(machine.look(machine.persons) == ["c", "d"])
        }
    }
}

/// The four activities on a machine with one file that breaks.
private struct Machine {
    let scratch = Scratch(isInMemory: true)
    let layer: String
    let file: Subject
    /// The next layer.
    let behind: String?

    init(_ layer: String, _ file: Subject) {
        (self.layer, self.file) = (layer, file)
        behind = BrokenPolicyTests.layers.drop { $0 != layer }.dropFirst().first
        scratch.write("run/activityd/elections.d/99.json", Subject.elections.good("c"))
        if let behind { scratch.write(behind + "/" + file.rawValue, file.good("b")) }
    }

    var path: String { scratch(layer + "/" + file.rawValue) }

    var state: String { scratch("home/.local/state/activityd") }

    var persons: LastGood {
        LastGood(folder: state, isPersons: true, system: scratch("var/lib/activityd"))
    }

    /// Activities closed to the person, by letters.
    func closed(_ breakage: Breakage?, _ moment: Moment) throws -> Set<String> {
        var lastGood = persons
        if moment != .never, moment != .invented {
            Files.write(path, file.good("a"))
            switch moment {
            case .seen: _ = look(lastGood)
            case .restarted:
                _ = look(lastGood)
                try lastGood.save()
            default:
                _ = try closedToSystem()
            }
        }
        if moment == .forged || moment == .invented { forge() }
        if moment != .seen { lastGood = persons }
        Files.makeFolder(Folder.split(path).folder)
        breakage?.apply(to: path, file)
        let first = look(lastGood)
        // A look changes nothing about what the next one finds, nor about what the next daemon does.
        #expect(look(lastGood) == first)
        try lastGood.save()
        #expect(look(persons).isSuperset(of: first))
        return first
    }

    /// Activities closed to a new daemon of the system scope.
    func closedToSystem() throws -> Set<String> {
        let lastGood = LastGood(folder: scratch("var/lib/activityd"), isPersons: false)
        let found = Self.look(.system(root: scratch.path), lastGood)
        try lastGood.save()
        return found
    }

    /// Writes what a person would like the file to have said.
    private func forge() {
        let said =
            file.isElections
            ? #"{"elections": {"*": {"election": "use"}, "org.example.c": {"election": "use", "locked": true}}}"#
            : #"{"onlyActivities": ["*"], "personalActivities": true}"#
        Files.write(state + "/last-good.json", #"{"\#(path)": \#(said)}"#)
    }

    func look(_ lastGood: LastGood) -> Set<String> {
        let path = SearchPath.user(environment: ["HOME": scratch("home")], root: scratch.path)
        return Person.act { Self.look(path, lastGood) }
    }

    private static func look(_ path: SearchPath, _ lastGood: LastGood) -> Set<String> {
        let policy = Policy(path, lastGood)
        return Set(
            ["a", "b", "c", "d"].filter {
                let decision = policy.elections.decision(for: "org.example." + $0)
                return decision.election == .ignore && decision.isLocked
            })
    }
}
