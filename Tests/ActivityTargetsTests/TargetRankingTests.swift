// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPerforming
import Testing

@testable import ActivityTargets

@Suite("The row of targets")
struct TargetRankingTests {
    private static let collator = Collator(locale: nil)
    private static let now = 1_790_000_000

    private static func known(_ lines: String, after former: KnownTargets = KnownTargets()) throws
        -> KnownTargets
    {
        let printed = lines.isEmpty ? [] : try FormField.options(printed: lines, isDirect: true)
        return former.updated(by: printed, collator)
    }

    /// Each place as "activity/value"; activities are a, b and so on.
    private func row(
        _ lists: [KnownTargets], _ uses: [(String, Int)] = [], _ kind: ContentKind = .image, maximum: Int = 32
    ) -> [String] {
        let ranking = ranking(lists, uses, kind, maximum: maximum)
        return ranking.things.flatMap(\.self).map { place in
            String(UnicodeScalar(UInt8(97 + place.source))) + "/" + ranking.target(place).value
        }
    }

    private func ranking(
        _ lists: [KnownTargets], _ uses: [(String, Int)] = [], _ kind: ContentKind = .image, maximum: Int = 32
    ) -> TargetRanking {
        let names = lists.indices.map { "org.x." + String(UnicodeScalar(UInt8(97 + $0))) }
        var kept = TargetUses()
        for (place, age) in uses {
            let parts = place.split(separator: "/")
            kept.add(TargetName("org.x." + parts[0], String(parts[1])), .image, at: Self.now - age)
        }
        return TargetRanking(
            zip(names, lists).map { TargetRanking.Source($0, $1) }, kept, kind, at: Self.now, maximum: maximum
        )
    }

    @Test("what was used comes first, then the others by their labels")
    func order() throws {
        let one = try Self.known("1\tZebra\n2\tAnt\n")
        let other = try Self.known("1\tBee\n2\tÄnne\n")
        #expect(row([one, other]) == ["b/2", "a/2", "b/1", "a/1"])
        #expect(row([one, other], [("a/1", 0)]) == ["a/1", "b/2", "a/2", "b/1"])
        #expect(row([one, other], [("b/1", 0), ("a/1", 10), ("a/1", 10)]) == ["a/1", "b/1", "b/2", "a/2"])
        // Kinds of content are ranked separately.
        #expect(row([one, other], [("a/1", 0)], .link) == ["b/2", "a/2", "b/1", "a/1"])
        #expect(row([one, other], [("a/1", 0)], maximum: 2) == ["a/1", "b/2"])
        #expect(row([]) == [])
    }

    @Test("what the program marks does not come first before it was used")
    func marked() throws {
        let one = try Self.known("1\tAnt\tphone\tnot paired\n2\tZebra\tphone\n")
        #expect(row([one]) == ["a/2", "a/1"])
        #expect(row([one], [("a/1", 0)]) == ["a/1", "a/2"])
        // Nor where what is the person's own is away.
        let away = try Self.known("1\tAnt\tphone\tnot paired\n", after: one)
        #expect(row([away]) == ["a/2", "a/1"])
    }

    @Test("a stranger's thing takes over no name")
    func stranger() throws {
        let mine = try Self.known("1\tPixel 9\tphone\n")
        let strange = try Self.known("x\tPixel 9\tphone\tnot paired\n")
        let gone = try Self.known("", after: mine)
        #expect(row([strange, gone], [("b/1", 0)]) == ["b/1", "a/x"])
        #expect(row([strange, mine]) == ["b/1", "a/x"])
    }

    @Test("a thing that is there under another value is no second one")
    func pairedAnew() throws {
        let before = try Self.known("1\tPixel 9\tphone\n")
        let now = try Self.known("2\tPixel 9\tphone\n", after: before)
        #expect(now.all.map(\.label) == ["Pixel 9"] && row([now]) == ["a/2"])
    }

    @Test("a daemon prints what it knows for the next one")
    func printed() throws {
        let lines = "1\tÉmile\tperson\n2\tAnt\t\t\tant\n3\tBee\t\tnot paired"
        let known = try Self.known("2\tAnt\n1\tÉmile\tperson\n3\tBee\t\tnot paired\n4\tCat\n")
        let later = try Self.known(lines, after: known)
        let again = try Self.known(later.printed)
        #expect(again.all.map(\.value) == ["2", "1", "3"])
        #expect(again.all.map(\.detail) == [nil, nil, "not paired"] && again.all[1].kind == .person)
        #expect(again.all.map(\.icon) == ["ant", nil, nil])
    }

    @Test("one thing that several activities reach stands together, the one that succeeded last first")
    func ways() throws {
        let one = try Self.known("1\tPixel 9\tphone\n2\tAnt\n")
        let other = try Self.known("1\tPIXEL 9\tphone\n2\tPixel 9\ttablet\n")
        #expect(row([one, other]) == ["a/2", "a/1", "b/1", "b/2"])
        #expect(row([one, other], [("b/1", 5)]) == ["b/1", "a/1", "a/2", "b/2"])
        #expect(row([one, other], [("b/1", 5), ("a/1", 1)]) == ["a/1", "b/1", "a/2", "b/2"])
        // Whether it is present now or not.
        let gone = try Self.known("2\tAnt\n", after: one)
        #expect(row([gone, other], [("a/1", 1)]) == ["a/1", "b/1", "a/2", "b/2"])
        #expect(row([gone, other]) == ["a/2", "a/1", "b/1", "b/2"])
    }

    @Test("people, groups, places and programs of one name stay several", arguments: TargetKind.allCases)
    func namesakes(kind: TargetKind) throws {
        let one = try Self.known("1\tAnna\t\(kind)\n2\tBee\n")
        let other = try Self.known("1\tAnna\t\(kind)\n")
        #expect(row([one, other], [("b/1", 0)]) == ["b/1", "a/1", "a/2"])
        // The ways to one thing are adjacent.
        let isOne = [.phone, .tablet, .computer, .television, .speaker].contains(kind)
        let used = row([one, other], [("b/1", 0), ("a/2", 0)])
        #expect(used == (isOne ? ["b/1", "a/1", "a/2"] : ["b/1", "a/2", "a/1"]))
    }

    @Test("what was known and is not there now stays, behind the others")
    func gone() throws {
        let before = try Self.known("1\tAnt\n2\tBee\n")
        let now = try Self.known("2\tBee\n3\tCat\n", after: before)
        #expect(row([now]) == ["a/2", "a/3", "a/1"])
        #expect(now.all.map(\.isReachable) == [true, true, false])
        let none = try Self.known("", after: now)
        #expect(none.all.allSatisfy { !$0.isReachable } && none.all.count == 3)
        let back = try Self.known("1\tAnt\n", after: none)
        #expect(row([back]) == ["a/1", "a/2", "a/3"])
    }

    @Test("a program that is not printed any more is forgotten")
    func removed() throws {
        let before = try Self.known("1\tAnt\tprogram\n2\tBee\tprogram\n3\tCat\tplace\n")
        let now = try Self.known("2\tBee\tprogram\n", after: before)
        #expect(now.all.map(\.value) == ["2", "3"] && now.all.map(\.isReachable) == [true, false])
    }

    @Test("no more are kept than a program may print")
    func most() throws {
        var known = KnownTargets()
        for round in 0..<4 {
            let lines = (0..<200).map { "\(round)-\($0)\tName \(round)-\($0)\n" }.joined()
            known = try Self.known(lines, after: known)
        }
        #expect(known.all.count == KnownTargets.maximum)
        #expect(known.all.count { $0.isReachable } == 200)
    }

    @Test("two things of one name in one activity are numbered, and are two")
    func twins() throws {
        let one = try Self.known("b\tPhone\tphone\na\tPhone\tphone\nc\tPhone (1)\tphone\nd\tPhone\ttablet\n")
        let labels = Dictionary(uniqueKeysWithValues: one.all.map { ($0.value, $0.label) })
        #expect(labels == ["a": "Phone (2)", "b": "Phone (3)", "c": "Phone (1)", "d": "Phone"])
        let other = try Self.known("x\tPhone\tphone\n")
        #expect(row([one, other]).count == 5)
    }

    @Test("twins keep their numbers while one of them is away, and when another comes")
    func numbers() throws {
        func labels(_ targets: KnownTargets) -> [String: String] {
            Dictionary(uniqueKeysWithValues: targets.all.map { ($0.value, $0.label) })
        }
        let two = try Self.known("b\tPhone\tphone\nc\tPhone\tphone\n")
        #expect(labels(two) == ["b": "Phone (1)", "c": "Phone (2)"])
        let one = try Self.known("c\tPhone\tphone\n", after: two)
        #expect(labels(one) == ["b": "Phone (1)", "c": "Phone (2)"])
        let three = try Self.known("a\tPhone\tphone\nb\tPhone\tphone\nc\tPhone\tphone\n", after: one)
        #expect(labels(three) == ["a": "Phone (3)", "b": "Phone (1)", "c": "Phone (2)"])
    }

    @Test("a numbered device is no other activity's, whatever that calls its own")
    func numberedIsOne() throws {
        let twins = try Self.known("a\tPhone\tphone\nb\tPhone\tphone\n")
        for other in ["x\tPhone (1)\tphone\n", "x\tPhone\tphone\ny\tPhone\tphone\n"] {
            let lists = try [Self.known(other), twins]
            // A way would stand behind the one that was used.
            #expect(row(lists, [("b/a", 0), ("b/b", 0)]).prefix(2) == ["b/a", "b/b"])
            let shown = TargetRow(ranking(lists), isInitials: false).things
            let named = shown.filter { $0.label == "Phone (1)" }
            #expect(named.count == 2 && named.allSatisfy { $0.ways.count == 1 })
        }
    }

    @Test("a name that is printed with a number of its own takes no twin's place")
    func printedNumber() throws {
        let two = try Self.known("a\tPhone\tphone\nb\tPhone\tphone\n")
        let three = try Self.known("a\tPhone\tphone\nb\tPhone\tphone\nc\tPhone (1)\tphone\n", after: two)
        #expect(
            Dictionary(uniqueKeysWithValues: three.all.map { ($0.value, $0.label) })
                == ["a": "Phone (1)", "b": "Phone (2)", "c": "Phone (1) (1)"])
    }

    @Test("many equal labels of many activities fill a row")
    func equalLabels() throws {
        let label = "a" + String(repeating: "\u{301}\u{300}", count: 60)
        let lists = try (0..<4).map { list in
            try Self.known((0..<256).map { "\(list)-\($0)\t\(label)\n" }.joined())
        }
        let found = row(lists)
        #expect(found.count == 32 && found.prefix(4).map { $0.first } == ["a", "b", "c", "d"])
    }
}

@Suite("People as initials")
struct PersonInitialsTests {
    @Test(
        "more letters where two are alike",
        arguments: [
            (["Ada Lovelace"], ["A. L."]), (["Ada Lovelace", "Bob Low"], ["A. L.", "B. L."]),
            (["Ada Lovelace", "Anna Low"], ["Ad. L.", "An. L."]), (["ada"], ["A."]),
            (["Jean-Luc P."], ["J. L. P."]), (["!!!"], ["…"]), (["!!!", "???"], ["… 1", "… 2"]),
            (["Hannah B", "Hanna C", "Hannes B"], ["H. B. 1", "H. C.", "H. B. 2"]),
            (["Ada L", "Ada-L"], ["A. L. 1", "A. L. 2"]), (["Émile Zola"], ["É. Z."]),
            (["陈 伟"], ["陈. 伟."]),
        ])
    func initials(names: [String], shown: [String]) {
        let initials = PersonInitials(names)
        #expect(names.map { initials.initials(of: $0) } == shown)
    }
}
