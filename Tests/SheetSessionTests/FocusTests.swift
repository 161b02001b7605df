// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession
import Testing

@Suite("A sheet that loses the focus")
struct FocusTests {
    private static let left = [SheetEffect.end(.left)]

    @Test("Nothing of the person's goes with it, so it leaves, with its list or before that")
    func leaves() {
        var state = Sheets.listing([Sheets.save, Sheets.post])
        #expect(state.apply(.appeared, .focusLost) == Self.left)
        var early = SheetState(SheetRequest(items: [Sheets.photo]))
        #expect(early.apply(.opened, .focusLost) == Self.left)
        // A form that was left empty.
        var back = Sheets.listing([Sheets.post])
        _ = back.apply(.choose(Sheets.post.identifier, activationToken: nil), .back)
        #expect(back.apply(.focusLost) == Self.left)
    }

    @Test("Before a parent it stays")
    func stays() {
        var request = SheetRequest(items: [Sheets.photo])
        request.parent = .x11(7)
        var state = SheetState(request)
        #expect(state.apply(.opened, .focusLost) == [])
        #expect(state.isUntouched)
    }

    @Test("What was typed, opened, switched on, taken out or begun keeps it")
    func keeps() {
        let post = SheetEvent.choose(Sheets.post.identifier, activationToken: nil)
        let more = Item(Representation(type: "text/plain", uri: "file:///home/ada/b.txt", name: "b.txt"))
        let acts: [[SheetEvent]] = [
            [post], [post, .type(field: "server", "x"), .leave], [.showItems(true)], [.editActivities],
            [.choose(Sheets.save.identifier, activationToken: nil)], [.removeItem(1)],
        ]
        for events in acts {
            var state = Sheets.listing([Sheets.save, Sheets.post], items: [Sheets.photo, more])
            for event in events { _ = state.apply(event) }
            #expect(state.apply(.focusLost) == [], "\(events)")
            #expect(!state.isUntouched, "\(events)")
        }
        for events: [SheetEvent] in [
            [.showOptions(true)], [.switchOption(Options.location.identifier, true)],
        ] {
            var state = Options.sheet()
            for event in events { _ = state.apply(event) }
            #expect(state.apply(.focusLost) == [], "\(events)")
        }
    }

    @Test("A failure that nobody has read stays")
    func fails() {
        var state = Sheets.saving()
        _ = state.apply(.progress(Sheets.progress(.finished, result: .failure, reason: "No.")))
        #expect(state.apply(.focusLost) == [])
    }
}
