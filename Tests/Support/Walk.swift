// SPDX-License-Identifier: Apache-2.0
//
// Random walks: a system takes random steps, and checks its invariants after each.
//
// The steps are drawn from a seed before the walk begins. Each has a meaning in every state ("answer the
// second call, if there is one"), so a walk without some of its steps is still a walk. That makes shrinking
// simple: steps are removed from a failing walk, large pieces first, until each of the rest is needed.

import Glibc

/// A system that takes steps.
package protocol Walker {
    associatedtype Step

    init() throws
    /// - Throws: `BrokenInvariant`, or any other error, which fails the walk too.
    mutating func take(_ step: Step) throws
    /// Checks what must hold once no step is left.
    mutating func finish() throws
}

package struct BrokenInvariant: Error, CustomStringConvertible {
    package let rule: String
    package let details: String

    package init(_ rule: String, _ details: String = "") { (self.rule, self.details) = (rule, details) }

    package var description: String { details.isEmpty ? rule : "\(rule): \(details)" }
}

/// - Parameter details: the values that break the rule.
package func require(_ condition: Bool, _ rule: String, _ details: @autoclosure () -> String = "") throws {
    if !condition { throw BrokenInvariant(rule, details()) }
}

/// SplitMix64.
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    package mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}

package struct WalkFailure: Error, CustomStringConvertible { package let description: String }

package enum Walk {
    /// Takes a walk for each of the fixed seeds, so that the suite does not fail at random on unrelated
    /// changes. `WALK_SEED=N` takes only the walk of seed N; `WALKS=N` adds N walks with random seeds.
    ///
    /// - Parameter step: draws a step.
    /// - Throws: `WalkFailure` with the seed and the shortest walk found.
    package static func check<System: Walker>(
        _ system: System.Type, walks: UInt64, steps: Int, _ step: (inout SplitMix) -> System.Step
    ) throws {
        let random = (0..<(number("WALKS") ?? 0)).map { _ in UInt64.random(in: walks...UInt64.max) }
        let seeds = number("WALK_SEED").map { [$0] } ?? Array(0..<walks) + random
        for seed in seeds {
            var generator = SplitMix(seed: seed)
            let drawn = (0..<steps).map { _ in step(&generator) }
            guard let broken = failure(of: system, drawn) else { continue }
            let (steps, rest) = shortened(drawn, breaking: broken, system)
            let lines = steps.map { "    .\($0),\n".replacing(#/([A-Z]\w*\.)+(?=[a-z])/#, with: ".") }
                .joined()
            throw WalkFailure(description: "\(rest)\nWALK_SEED=\(seed), shortened:\n[\n\(lines)]")
        }
    }

    private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }

    /// Takes a walk that has once failed.
    package static func replay<System: Walker>(_ system: System.Type, _ steps: [System.Step]) throws {
        if let broken = failure(of: system, steps) { throw broken }
    }

    private static func failure<System: Walker>(
        of _: System.Type, _ steps: [System.Step]
    ) -> BrokenInvariant? {
        do {
            var system = try System()
            for step in steps { try system.take(step) }
            try system.finish()
            return nil
        } catch let broken as BrokenInvariant {
            return broken
        } catch {
            return BrokenInvariant("\(error)")
        }
    }

    /// Removes steps as long as the walk breaks the same rule.
    private static func shortened<System: Walker>(
        _ steps: [System.Step], breaking broken: BrokenInvariant, _ system: System.Type
    ) -> ([System.Step], BrokenInvariant) {
        var (steps, broken, size) = (steps, broken, steps.count)
        while size > 0 {
            var (start, isShorter) = (0, false)
            while start < steps.count {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + size, steps.count))
                if let still = failure(of: system, fewer), still.rule == broken.rule {
                    (steps, broken, isShorter) = (fewer, still, true)
                } else {
                    start += size
                }
            }
            // Removing one step may make another unnecessary.
            if size > 1 || !isShorter { size /= 2 }
        }
        return (steps, broken)
    }
}
