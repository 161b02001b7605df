// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession
import TestSupport
import Testing

@Suite("A sheet in which everything happens in any order")
struct SheetWalkTests {
    @Test func walk() throws {
        try Walk.check(SheetWalk.self, walks: 400, steps: 200) { SheetStep.draw(&$0) }
    }

    private static let (save, smaller) = (Sheets.save.identifier, Options.smaller.identifier)

    /// Walks too rare to be drawn in the time that a test has.
    private static let known: [[SheetStep]] = [
        // An option turns out to be missing behind a closed window.
        [
            .open(items: 1, caption: false, options: [smaller]), .answer(.list(.all)), .event(.appeared),
            .answer(.offer([])), .event(.editActivities), .answer(.describe(isHidden: false)),
            .answer(.decide(stars: false)), .event(.edit(.star("a", true))), .event(.close),
            .answer(.noBundles),
        ],
        // Copies fail that nobody awaits any more.
        [
            .open(items: 2, caption: false, options: []), .answer(.list(.all)), .event(.appeared),
            .answer(.offer([Options.archive.identifier])), .answer(.inspect(.clean)),
            .event(.switchOption(Options.archive.identifier, true)), .event(.removeItem(0)),
            .answer(.offer([])), .event(.choose(save, activationToken: nil)),
            .answer(.prepare(.failed), call: 1),
        ],
        // The daemon cannot cancel what has ended, while the next attempt is being cancelled.
        [
            .answer(.list(.all)), .event(.choose(save, activationToken: nil)),
            .answer(.perform(.started)),
            .event(.cancel), .answer(.perform(.failure)), .event(.tryAgain), .event(.cancel),
            .answer(.cancel(succeeds: false)), .answer(.perform(.started)),
        ],
    ]

    @Test(arguments: 0..<known.count) func replay(index: Int) throws {
        try Walk.replay(SheetWalk.self, Self.known[index])
    }
}
