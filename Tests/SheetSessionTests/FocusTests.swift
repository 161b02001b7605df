// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession
import Testing

@Suite("A sheet that another window has taken the focus from")
struct FocusTests {
    @Test("It leaves while nothing is typed, opened or running")
    func leaves() {
        var state = Sheets.listing([Sheets.save])
        #expect(state.apply(.focusLost) == [.end(.left)])
        var early = SheetState(SheetRequest(items: [Sheets.photo]))
        #expect(early.apply(.opened, .focusLost).contains(.end(.left)))
    }

    @Test("It stays above its parent", arguments: [ParentWindow.x11(1), .wayland("handle")])
    func parent(_ parent: ParentWindow) {
        var request = SheetRequest(items: [Sheets.photo])
        request.parent = parent
        var state = SheetState(request)
        #expect(state.apply(.opened, .listed(1, .success(Sheets.reply([Sheets.save]))), .focusLost) == [])
        #expect(state.page == .activities)
    }

    @Test(
        "It stays with what the person has done in it",
        arguments: [
            [SheetEvent.showItems(true)],
            [.removeItem(0), .listed(2, .success(Sheets.reply([Sheets.post])))],
            [.choose("org.example.post", activationToken: nil)],
            [.choose("org.example.post", activationToken: nil), .type(field: "server", "a"), .back],
            [.choose("io.activityd.save", activationToken: nil)], [.editActivities],
        ])
    func stays(_ events: [SheetEvent]) {
        var state = Sheets.listing([Sheets.save, Sheets.post], items: [Sheets.photo, Sheets.note])
        for event in events { _ = state.apply(event) }
        let before = state
        #expect(state.apply(.focusLost) == [])
        #expect(state == before)
    }

    @Test("It stays with a failure that has not been read")
    func failure() {
        var state = Sheets.saving()
        #expect(state.apply(.progress(Sheets.progress(.finished, result: .failure)), .focusLost) == [])
        #expect(state.failure != nil)
    }
}
