// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("Performing with a target")
struct TargetTests {
    private static let device = Sheet.Field(
        id: "device", label: "Device", type: .choice, required: true, live: true)
    /// A field whose options are in the form itself, not live.
    private static let fixed = Sheet.Field(
        id: "device", label: "Device", type: .choice,
        options: [.init(value: "pixel", label: "Pixel 9"), .init(value: "tv", label: "TV")], required: true)

    private static func activity(_ fields: Sheet.Field...) -> Sheet.Activity {
        Sheet.Activity(
            identifier: Targets.device, title: "Send to Device", source: .system, category: .share,
            form: fields)
    }

    /// A sheet with this activity and a phone.
    private static func showing(_ activity: Sheet.Activity) -> SheetState {
        Targets.showing([activity], [Targets.phone])
    }

    private static let press = SheetEvent.chooseTarget(Targets.phone, activationToken: "token")

    private static func perform(_ answers: [String: String]) -> [SheetEffect] {
        [
            .perform(
                Sheet.PerformRequest(
                    identifier: Targets.device, content: [Sheets.photo], answers: answers,
                    activationToken: "token")),
            .awaitProgress(1),
        ]
    }

    @Test("A press performs with the target as the answer")
    func performs() {
        var state = Self.showing(Self.activity(Self.device))
        #expect(state.apply(Self.press) == Self.perform(["device": "pixel"]))
        #expect(state.apply(Self.press) == [], "it is pressed once")
        #expect(state.performing?.attempt.title == "Pixel 9 · Send to Device")
    }

    @Test("Defaults are handed over, as from the form's page")
    func defaults() {
        let size = Sheet.Field(id: "size", label: "Size", type: .number, default: "3", required: true)
        let quiet = Sheet.Field(id: "quiet", label: "Quiet", type: .toggle, required: false)
        var state = Self.showing(Self.activity(Self.device, size, quiet))
        #expect(state.apply(Self.press) == Self.perform(["device": "pixel", "size": "3", "quiet": "false"]))
    }

    private static let note = Sheet.Field(id: "note", label: "Note", type: .text, required: true)
    private static let ask = SheetEffect.ask(
        1, Sheet.FormRequest(identifier: Targets.device, content: [Sheets.photo]))

    @Test("What else is required is asked, with the target filled in though it is among no options")
    func asksTheRest() {
        var state = Self.showing(Self.activity(Self.device, Self.note))
        #expect(state.apply(Self.press) == [Self.ask, .awaitProgress(1)])
        var offered = Self.device
        offered.options = [Sheet.Option(value: "tv", label: "Television")]
        _ = state.apply(.asked(state.attempts, .success([offered, Self.note])))
        #expect(state.form?.answers == ["device": "pixel", "note": ""])
        #expect(state.form?.fields.first?.options?.map(\.label) == ["Pixel 9", "Television"])
        let effects = state.apply(.type(field: "note", "Hello"), .submit(activationToken: "token"))
        guard case .perform(let request)? = effects.first else { return #expect(Bool(false), "\(effects)") }
        #expect(request.answers == ["device": "pixel", "note": "Hello"])
        #expect(state.performing?.attempt.title == "Pixel 9 · Send to Device")
    }

    @Test("A form that only the target has filled in is left at once; another answer is named by no target")
    func otherAnswer() {
        var state = Self.showing(Self.activity(Self.fixed, Self.note))
        #expect(state.apply(Self.press) == [])
        var left = state
        #expect(left.apply(.leave) == [.end(.left)])
        _ = state.apply(
            .type(field: "note", "Hello"), .type(field: "device", "tv"), .submit(activationToken: "token"))
        #expect(state.performing?.attempt.answers["device"] == "tv")
        #expect(state.performing?.attempt.title == "Send to Device")
    }

    @Test("An answer that was typed before does not take the target's place")
    func typedBefore() {
        var state = Self.showing(Self.activity(Self.fixed, Self.note))
        _ = state.apply(
            .choose(Targets.device, activationToken: nil), .type(field: "device", "tv"),
            .type(field: "note", "a"),
            .back, Self.press)
        #expect(state.form?.answers == ["device": "pixel", "note": "a"])
    }

    @Test("What is remembered is asked for and kept; nothing is asked if that is all")
    func remembers() {
        var note = Self.note
        (note.remember, note.required) = (true, false)
        var state = Self.showing(Self.activity(Self.device, note))
        #expect(state.apply(Self.press) == [Self.ask, .awaitProgress(1)])
        note.default = "As ever"
        let effects = state.apply(.asked(state.attempts, .success([Self.device, note])))
        guard case .perform(let request)? = effects.first else { return #expect(Bool(false), "\(effects)") }
        #expect(request.answers == ["device": "pixel", "note": "As ever"])
    }

    @Test("A failure names the target, and trying again sends to it")
    func failure() {
        var state = Self.showing(Self.activity(Self.device))
        _ = state.apply(
            Self.press, .progress(Sheets.progress(.started)),
            .progress(Sheets.progress(.finished, result: .failure, reason: "It is full.")))
        #expect(state.failure?.heading == "“Pixel 9 · Send to Device” did not work")
        let effects = state.apply(.tryAgain)
        guard case .perform(let request)? = effects.first else { return #expect(Bool(false), "\(effects)") }
        #expect(request.answers == ["device": "pixel"])
    }

    @Test("An answer that the daemon will not have is a failure, though the form was submitted before")
    func invalid() {
        var state = Self.showing(Self.activity(Self.fixed))
        _ = state.apply(
            .choose(Targets.device, activationToken: nil), .submit(activationToken: nil),
            .progress(Sheets.progress(.finished, result: .failure)), .back, Self.press,
            .lost(.refused(.invalidAnswer(field: "device", reason: ""))))
        #expect(state.failure?.heading == "“Pixel 9 · Send to Device” did not work")
    }

    @Test("A last word is shown once all is over; what was worked on is not", arguments: [nil, 0.5])
    func lastWord(fraction: Double?) {
        var state = Self.showing(Self.activity(Self.device))
        var end = Sheets.progress(.finished, result: .success)
        (end.status, end.fraction) = ("Handed to KDE Connect.", fraction)
        let effects = state.apply(Self.press, .progress(Sheets.progress(.started)), .progress(end))
        let notice = SheetNotice(title: "Handed to KDE Connect.", body: "Pixel 9 · Send to Device")
        #expect(effects == (fraction == nil ? [.notify(notice)] : []) + [.end(.performed)])
    }

    @Test("A status that is no sentence is no last word", arguments: ["handed over", "Sending…", ""])
    func noLastWord(status: String) {
        var state = Sheets.saving()
        var end = Sheets.progress(.finished, result: .success)
        end.status = status
        #expect(state.apply(.progress(end)) == [.end(.performed)])
    }
}
