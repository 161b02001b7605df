// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPerforming
import StrictJSON
import TestSupport
import Testing

@testable import ActivityTargets

/// Targets that a daemon stores for its successor.
struct TargetMemoryTests {
    private let scratch = Scratch()

    private func question(_ type: String) -> TargetQuestion {
        TargetQuestion(
            identifier: "org.example.a", path: ExactText("/a"), locale: LocaleTag("de"), types: [type])
    }

    @Test func `For another type the targets printed last are shown, by the next daemon too`() throws {
        var memory = TargetMemory()
        for (type, label) in [("image/png", "Tablet"), ("text/plain", "Phone")] {
            let printed = try FormField.options(printed: "a1\t\(label)\tphone\t\n", isDirect: true)
            memory[question(type)] = KnownTargets().updated(by: printed, Collator(locale: nil))
        }
        memory.save(to: scratch("targets.json"))
        for memory in [memory, TargetMemory(readingFrom: scratch("targets.json"))] {
            #expect(memory[question("image/png")]?.all.map(\.label) == ["Tablet"])
            #expect(memory.targets(for: question("video/mp4")).all.map(\.label) == ["Phone"])
        }
    }

    @Test func `A thing keeps its number while its twin is away, whatever is shared, and in the next daemon`()
        throws
    {
        let file = scratch("targets.json")
        func print(_ values: String..., to type: String = "image/png") throws -> [String: String] {
            try print(values, to: type)
        }
        func print(_ values: [String], to type: String = "image/png") throws -> [String: String] {
            var memory = TargetMemory(readingFrom: file)
            let lines = values.map { "\($0)\tPhone\tphone\n" }.joined()
            memory[question(type)] = (memory[question(type)] ?? KnownTargets()).updated(
                by: try FormField.options(printed: lines, isDirect: true),
                numbered: memory.numbered(for: question(type)), Collator(locale: nil))
            memory.save(to: file)
            let known = try #require(TargetMemory(readingFrom: file)[question(type)])
            return Dictionary(uniqueKeysWithValues: known.all.map { ($0.value, $0.label) })
        }
        #expect(try print("b", "c") == ["b": "Phone (1)", "c": "Phone (2)"])
        #expect(try print("c") == ["c": "Phone (2)"])
        #expect(try print("c", "a", to: "text/plain") == ["a": "Phone (3)", "c": "Phone (2)"])
        #expect(try print("a", "b", "c") == ["a": "Phone (3)", "b": "Phone (1)", "c": "Phone (2)"])
        // No number is used twice, however many things appear and vanish.
        for round in 0..<3 {
            _ = try print((0..<250).map { "\(round)-\($0)" }, to: "text/plain")
        }
        let all = try print("a", "b", "c", "d")
        #expect(all["b"] == "Phone (1)" && all["c"] == "Phone (2)" && Set(all.values).count == all.count)
        // Forgotten targets leave nothing behind.
        var memory = TargetMemory(readingFrom: file)
        #expect(memory.removeAll { _ in true })
        memory.save(to: file)
        #expect(!Files.text(file).contains("Phone"))
    }
}
