// SPDX-License-Identifier: Apache-2.0
//
// The rule of activityd.json(5), implemented differently from the code: the model knows no JSON, keeps only a
// list of each look's findings, and decides about one activity by reading that list backwards.

import ActivityModel

/// The content of a policy file.
struct Said: Equatable {
    /// Votes by identifier or pattern: whether each ignores, and whether it locks.
    var elections: [String: Vote] = [:]
    /// The one switch of the model.
    var isOff: Bool?
    /// The allow-list; nil for a file that has none, empty to allow nothing.
    var only: Set<String>?
    var masks: Set<String> = []

    struct Vote: Equatable {
        var ignores: Bool
        var locks: Bool
    }
}

/// A fault of a file, or none.
enum Flaw: CaseIterable {
    case none, note, wrongStar
    case unknownKey, unknownKeyInElection, badElection, badName, badCategory, badSwitch, badEntry
    case brace, repeatedName, deadLink, denied

    var isWhole: Bool { [.none, .note, .wrongStar].contains(self) }
    var isReadable: Bool { ![.brace, .repeatedName, .deadLink, .denied].contains(self) }

    /// The closings that are read of a file.
    func closings(of said: Said, isElections: Bool) -> Said {
        guard isReadable else { return Said() }
        let lock = Said.Vote(ignores: true, locks: true)
        var closing = said
        closing.elections = said.elections.filter(\.value.ignores)
        closing.isOff = said.isOff == true ? true : nil
        switch self {
        case .badElection where isElections:
            if let key = said.elections.keys.min() { closing.elections[key] = lock }
        case .badCategory where isElections:
            for category in ["share", "action", "transform"] {
                closing.elections["category:" + category] = lock
            }
        case .badSwitch where !isElections: closing.isOff = true
        case .badEntry where !isElections: closing.only = said.only ?? []
        default: break
        }
        return closing
    }
}

enum ModelFile: Equatable {
    case mask
    case file(Said, Flaw)
}

/// The state of one path at one look.
enum Finding {
    case whole(Said)
    case faulty(Said)
    case hidden
}

/// The findings of one look; a path without one is gone.
struct ModelScan {
    var found: [String: Finding] = [:]
    /// The documents that counted, where all were whole.
    var whole: [String: Said]?
}

/// A keeper's looks, oldest first.
struct ModelHistory {
    var looks: [ModelScan] = []
    /// Looks before this one knew no whole policies: an older version kept them.
    var wholesFrom = 0

    /// The content of a file when it was whole last, unless it was gone since.
    func last(_ path: String) -> Said? {
        for scan in looks.reversed() {
            switch scan.found[path] {
            case nil: return nil
            case .whole(let said)?: return said
            case .faulty?, .hidden?: continue
            }
        }
        return nil
    }

    var whole: [String: Said]? { looks[wholesFrom...].last { $0.whole != nil }?.whole }

    /// The closings of a file since it was whole or gone, or since everything was whole.
    func closings(_ path: String) -> [Said] {
        var closings: [Said] = []
        for scan in looks.reversed() {
            if scan.whole != nil { break }
            switch scan.found[path] {
            case nil, .whole?: return closings
            case .faulty(let said)?: closings.append(said)
            case .hidden?: continue
            }
        }
        return closings
    }
}

struct ModelActivity {
    let traits: ActivityTraits
    /// The names and patterns that match it, most specific first.
    let names: [String]
}

/// A machine's files, and the rule.
struct ModelMachine {
    /// The files of one name each, front to back; in the order in which they are merged.
    static let layers = ["/etc/activityd", "/run/activityd", "/usr/lib/activityd"]
    static let elected = "/var/lib/activityd/elections.json"
    static let masks = "/etc/activities"
    static let names: [[String]] =
        ["activityd.json", "activityd.json.d/50.json"].map { name in layers.map { $0 + "/" + name } }
        + [["/etc/activityd/elections.json"]]
        + ["elections.d/10.json", "elections.d/60.json"].map { name in layers.map { $0 + "/" + name } }
        + [[elected], [masks]]

    var files: [String: ModelFile] = [:]

    static func isElections(_ path: String) -> Bool { path.contains("elections") }

    /// - Returns: and whether the files that count are all whole.
    func scan(_ known: (String) -> Said?) -> ModelScan {
        var scan = ModelScan()
        var front: [String: Said] = [:]
        var isWhole = true
        for paths in Self.names {
            var isHidden = false
            for path in paths {
                guard let file = files[path] else { continue }
                guard !isHidden else {
                    scan.found[path] = .hidden
                    continue
                }
                switch file {
                case .mask:
                    (scan.found[path], front[path], isHidden) = (.whole(Said()), Said(), true)
                case .file(let said, let flaw) where flaw.isWhole:
                    (scan.found[path], front[path], isHidden) = (.whole(said), said, true)
                case .file(let said, let flaw):
                    scan.found[path] = .faulty(flaw.closings(of: said, isElections: Self.isElections(path)))
                    (isWhole, isHidden) = (false, known(path) != nil)
                }
            }
        }
        scan.whole = isWhole ? front : nil
        return scan
    }

    /// The documents that count if a file that is not whole has the content that `known` returns; files
    /// behind one whose content is `trusted` are not read.
    private func together(_ known: (String) -> Said?, _ trusted: (String) -> Said?) -> [String: Said] {
        var documents: [String: Said] = [:]
        for paths in Self.names {
            for path in paths {
                guard let file = files[path] else { continue }
                if case .file(let said, let flaw) = file, flaw.isWhole {
                    documents[path] = said
                } else if file == .mask {
                    documents[path] = Said()
                } else if let said = known(path) {
                    documents[path] = said
                } else if trusted(path) == nil {
                    continue
                }
                break
            }
        }
        return documents
    }

    /// Level 0 to 3 of an activity, and whether the switch is off.
    func answer(
        _ activity: ModelActivity, _ trusted: [ModelHistory], _ person: ModelHistory?
    ) -> (level: Int, isOff: Bool) {
        func known(_ path: String) -> Said? { trusted.lazy.compactMap { $0.last(path) }.first }
        let scan = scan(known)
        if let whole = scan.whole { return Self.merged(whole, activity) }
        let faulty = scan.found.filter { if case .faulty = $0.value { true } else { false } }.map(\.key)
        let isUnknown = faulty.contains { path in
            if case .file(_, .denied)? = files[path] { known(path) == nil } else { false }
        }
        if isUnknown { return (0, true) }
        var answers = [Self.merged(together(known, known), activity)]
        let histories = trusted + [person].compactMap(\.self)
        for history in histories {
            answers.append(Self.merged(together({ history.last($0) ?? known($0) }, known), activity))
            if let whole = history.whole { answers.append(Self.merged(whole, activity)) }
        }
        for path in faulty {
            var closings = histories.flatMap { $0.closings(path) }
            if case .faulty(let now)? = scan.found[path] { closings.append(now) }
            for closing in closings { answers.append(Self.closed(closing, but: known(path), activity)) }
        }
        if trusted.allSatisfy({ $0.whole == nil }) {
            let documents =
                together(known, known).map { [$0.key: $0.value] }
                + histories.flatMap { history in
                    together({ history.last($0) }, known).map { [$0.key: $0.value] }
                }
            for document in documents {
                let (level, isOff) = Self.merged(document, activity)
                answers.append((level < 2 ? level : 3, isOff))
            }
        }
        return (answers.map(\.level).min() ?? 2, answers.contains { $0.isOff })
    }

    /// Merges whole documents: later files over earlier ones, the most specific name, and `Elect`'s file
    /// except over a lock.
    static func merged(_ documents: [String: Said], _ activity: ModelActivity) -> (level: Int, isOff: Bool) {
        let inOrder = names.compactMap { paths in
            paths.lazy.compactMap { path in documents[path].map { (path, $0) } }.first
        }
        let isOff = inOrder.compactMap(\.1.isOff).last ?? false
        if documents[masks]?.masks.contains(activity.traits.identifier) == true { return (0, isOff) }
        if let only = inOrder.compactMap(\.1.only).last, only.isDisjoint(with: activity.names) {
            return (0, isOff)
        }
        let files = inOrder.filter { $0.0 != elected }.map(\.1.elections)
        func vote(_ name: String) -> Said.Vote? { files.compactMap { $0[name] }.last }
        if let vote = activity.names.lazy.compactMap(vote).first, vote.locks { return (level(vote), isOff) }
        let last = activity.names.lazy.compactMap { name -> Said.Vote? in
            let byFile = vote(name)
            return byFile?.locks == true ? byFile : documents[elected]?.elections[name] ?? byFile
        }.first
        return (last.map(level) ?? 2, isOff)
    }

    private static func level(_ vote: Said.Vote) -> Int {
        vote.ignores ? (vote.locks ? 0 : 1) : (vote.locks ? 3 : 2)
    }

    /// The closings of a file that is not whole, which nothing overrides, except those that the file had
    /// identically when it was whole.
    private static func closed(
        _ closing: Said, but whole: Said?, _ activity: ModelActivity
    ) -> (level: Int, isOff: Bool) {
        let isOff = closing.isOff == true && whole?.isOff != true
        let new = closing.elections.filter { whole?.elections[$0.key] != $0.value }.keys
        let isIgnored = !activity.names.allSatisfy { !new.contains($0) }
        let isLeftOut = closing.only.map { $0 != whole?.only && $0.isDisjoint(with: activity.names) } ?? false
        return (isIgnored || isLeftOut ? 0 : 3, isOff)
    }
}
