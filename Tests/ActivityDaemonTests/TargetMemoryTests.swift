// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import TestSupport
import Testing

@testable import ActivityDaemon

/// Targets that the next daemon knows from this one.
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
}
