// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("Forms on a sheet")
struct FormTests {
    private static func asking() -> SheetState {
        var state = Sheets.listing([Sheets.post])
        _ = state.apply(.choose(Sheets.post.identifier, activationToken: nil))
        return state
    }

    @Test("Defaults are there to begin with")
    func defaults() {
        #expect(Self.asking().form?.answers == ["server": "", "count": "3"])
    }

    @Test(
        "A choice that must be made begins with its first, a toggle with no",
        arguments: [(true, "a"), (false, "")])
    func unset(isRequired: Bool, expected: String) {
        var activity = Sheets.post
        activity.form = [
            Sheet.Field(
                id: "size", label: "Size", type: .choice, options: [Sheet.Option(value: "a", label: "A")],
                required: isRequired), Sheet.Field(id: "keep", label: "Keep", type: .toggle, required: false),
        ]
        var state = Sheets.listing([activity])
        _ = state.apply(.choose(activity.identifier, activationToken: nil))
        #expect(state.form?.answers == ["size": expected, "keep": "false"])
    }

    @Test("Nothing is performed while an answer is missing or wrong; typing takes the fault away")
    func faults() {
        var state = Self.asking()
        let effects = state.apply(.type(field: "count", "many"), .submit(activationToken: nil))
        #expect(effects == [])
        #expect(state.form?.faults == ["server": state.words.missingAnswer, "count": state.words.noNumber])
        _ = state.apply(.type(field: "server", "example.org"))
        #expect(state.form?.faults == ["count": state.words.noNumber])
    }

    @Test("An address without a scheme is asked for whole")
    func address() {
        var activity = Sheets.post
        activity.form = [Sheet.Field(id: "server", label: "Server", type: .url, required: true)]
        var state = Sheets.listing([activity])
        _ = state.apply(.choose(activity.identifier, activationToken: nil))
        let effects = state.apply(.type(field: "server", "127.0.0.1:8765"), .submit(activationToken: nil))
        #expect(effects == [] && state.form?.faults == ["server": state.words.noAddress])
    }

    @Test("Answers are handed over, those left open are not")
    func submits() {
        var state = Self.asking()
        let effects = state.apply(
            .type(field: "server", "example.org"), .type(field: "count", ""),
            .submit(activationToken: "token"))
        let perform = Sheet.PerformRequest(
            identifier: Sheets.post.identifier, content: [Sheets.photo], answers: ["server": "example.org"],
            activationToken: "token")
        #expect(effects == [.perform(perform), .awaitProgress(1)])
    }

    @Test("A number is typed as the language writes it, and handed over as the contract has it")
    func localNumber() {
        var state = Sheets.listing([Sheets.post], locale: "de_DE")
        let effects = state.apply(
            .choose(Sheets.post.identifier, activationToken: nil), .type(field: "server", "example.org"),
            .type(field: "count", "1,5"), .submit(activationToken: nil))
        guard case .perform(let perform)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(perform.answers == ["server": "example.org", "count": "1.5"])
    }

    @Test("Back and Escape keep what was typed; a form that was not touched is left at once")
    func keepsWhatWasTyped() {
        for leaving in [SheetEvent.back, .leave] {
            var state = Self.asking()
            #expect(state.apply(.type(field: "server", "example.org"), leaving) == [])
            #expect(state.page == .activities)
            _ = state.apply(.choose(Sheets.post.identifier, activationToken: nil))
            #expect(state.form?.answers["server"] == "example.org")
        }
        var untouched = Self.asking()
        #expect(untouched.apply(.leave) == [.end(.left)])
        var closed = Self.asking()
        #expect(closed.apply(.type(field: "server", "example.org"), .close) == [.end(.left)])
    }

    @Test("An answer that the daemon will not have is asked for again, with all others")
    func invalidAnswer() {
        var state = Self.asking()
        let refusal = CallError.invalidAnswer(field: "server", reason: "No such server.")
        _ = state.apply(
            .type(field: "server", "example.org"), .submit(activationToken: nil), .lost(.refused(refusal)))
        #expect(state.form?.faults == ["server": state.words.wrongAnswer])
        #expect(state.form?.answers == ["server": "example.org", "count": "3"])
    }

    @Test("Questions that a new version of the activity has are asked then")
    func answersRequired() {
        var state = Sheets.saving(started: false)
        let field = Sheet.Field(id: "folder", label: "Folder", type: .text, required: true)
        _ = state.apply(.lost(.refused(.answersRequired(fields: [field]))))
        #expect(state.form?.fields == [field])
    }

    @Test("A field that the form has not is not typed into")
    func unknownField() {
        var state = Self.asking()
        _ = state.apply(.type(field: "other", "x"))
        #expect(state.form?.answers == ["server": "", "count": "3"])
    }
}
