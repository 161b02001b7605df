// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("Questions that an activity is asked for")
struct AskingTests {
    private static let field = Sheet.Field(id: "device", label: "Device", type: .choice, required: true)
    private static let device: Sheet.Activity = {
        var live = field
        live.live = true
        return Sheet.Activity(
            identifier: "org.example.device", title: "Device", source: .custom, category: .share,
            form: [live])
    }()
    private static func ask(_ number: Int) -> SheetEffect {
        .ask(number, Sheet.FormRequest(identifier: device.identifier, content: [Sheets.photo]))
    }
    private static var answered: Sheet.Field {
        var answered = field
        answered.options = [Sheet.Option(value: "a", label: "Ada's phone")]
        return answered
    }

    /// A sheet on which the person has pressed the activity.
    private static func asking() -> SheetState {
        var state = Sheets.listing([device])
        #expect(
            state.apply(.choose(device.identifier, activationToken: nil)) == [ask(1), .awaitProgress(1)])
        return state
    }

    @Test("The form opens with what there is to choose from")
    func opens() {
        var state = Self.asking()
        _ = state.apply(.asked(state.attempts, .success([Self.answered])))
        #expect(state.form?.fields == [Self.answered])
        #expect(state.form?.answers == ["device": "a"])
    }

    @Test("A form that begins with the last answers is asked for, too")
    func remembers() {
        var place = Sheet.Field(id: "place", label: "Place", type: .url, required: true)
        place.remember = true
        let inbox = Sheet.Activity(
            identifier: "org.example.inbox", title: "Inbox", source: .custom, category: .share, form: [place])
        var state = Sheets.listing([inbox])
        let ask = SheetEffect.ask(1, Sheet.FormRequest(identifier: inbox.identifier, content: [Sheets.photo]))
        #expect(state.apply(.choose(inbox.identifier, activationToken: nil)) == [ask, .awaitProgress(1)])
        place.default = "https://example.org"
        _ = state.apply(.asked(state.attempts, .success([place])))
        #expect(state.form?.answers == ["place": "https://example.org"])
    }

    @Test("Cancel goes back at once, and the answer that comes then changes nothing")
    func cancelled() {
        var state = Self.asking()
        #expect(state.apply(.cancel) == [])
        #expect(state.page == .activities)
        _ = state.apply(.asked(state.attempts, .success([Self.answered])))
        #expect(state.page == .activities)
    }

    @Test("Nothing has begun, so closing ends the sheet; only the person's own closing is leaving")
    func closed() {
        for (event, outcome) in [
            (SheetEvent.close, SheetOutcome.left), (.closedByCaller, .refused(.serviceGone)),
        ] {
            var state = Self.asking()
            #expect(state.apply(event) == [.end(outcome)])
        }
    }

    @Test("Escape and Cancel lead back to the activities", arguments: [SheetEvent.leave, .cancel])
    func left(event: SheetEvent) {
        var state = Self.asking()
        #expect(state.apply(event) == [])
        #expect(state.page == .activities)
        #expect(state.apply(.leave) == [.end(.left)])
    }

    @Test("What could not be asked is asked again, never performed without its answers")
    func askedAgain() {
        var state = Self.asking()
        let refusal = CallError.optionsUnavailable(field: "device", reason: "There is no device.")
        _ = state.apply(.asked(state.attempts, .failure(.refused(refusal))))
        #expect(state.failure?.reason == "There is no device.")
        #expect(state.apply(.tryAgain) == [Self.ask(2), .awaitProgress(2)])
    }

    @Test("That there is nothing to choose from is an answer, and no failure")
    func nothing() {
        var state = Self.asking()
        var field = Self.answered
        (field.options, field.required) = ([], true)
        _ = state.apply(.asked(state.attempts, .success([field])))
        guard case .form(let form) = state.page else {
            Issue.record("\(state.page)")
            return
        }
        #expect(form.offersNothing)
        #expect(state.apply(.submit(activationToken: nil)) == [], "There is no answer.")
        #expect(state.apply(.back) == [] && state.page == .activities)
    }

    @Test("A daemon that goes away is asked once more")
    func reconnects() {
        var state = Self.asking()
        let again = state.apply(.asked(1, .failure(.disconnected)))
        #expect(again == [Self.ask(2), .awaitProgress(2)])
        #expect(state.apply(.asked(1, .success([Self.answered]))) == [] && state.form == nil)
        #expect(state.apply(.asked(2, .failure(.disconnected))) == [])
        #expect(state.failure?.heading == state.words.failed("Device"))
    }
}
