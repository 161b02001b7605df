// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("What leaves a sheet")
struct OptionsTests {
    private static let save = SheetEvent.choose(Sheets.save.identifier, activationToken: nil)

    @Test("Options are asked for after the first frame, once; nothing else waits for them")
    func asks() {
        var state = Sheets.listing([Sheets.save])
        #expect(state.leaving == nil)
        let asked = SheetEffect.options(1, Sheet.OptionsRequest(content: [Sheets.photo]))
        #expect(state.apply(.appeared).first == asked)
        #expect(state.apply(.appeared) == [])
        #expect(state.apply(Options.offer([Options.smaller], isLast: false)) == [])
        #expect(state.leaving == nil)
        #expect(state.apply(Options.offer([Options.location, Options.smaller])) == [])
        #expect(state.leaving == "46.95° N, 7.45° E")
        #expect(state.options.on.isEmpty, "the original is the default")
        #expect(state.apply(Self.save).contains { if case .perform = $0 { true } else { false } })
    }

    @Test("What a file says of itself turns nothing round")
    func displayed() {
        var state = Sheets.listing([Sheets.save])
        var option = Options.location
        option.detail = "7° E\u{202E}\ngpj"
        _ = state.apply(.appeared, Options.offer([option]))
        #expect(state.leaving == "7° E gpj")
    }

    @Test("What an option would do, a size or a colour, is not inside")
    func others() {
        var state = Sheets.listing([Sheets.save])
        var smaller = Options.smaller
        smaller.detail = "4032 × 3024 · 12 MB"
        _ = state.apply(.appeared, Options.offer([smaller], isLast: false))
        #expect(state.leaving == nil)
        _ = state.apply(Options.offer([smaller, Options.location]))
        #expect(state.leaving == "46.95° N, 7.45° E")
    }

    @Test("A switch has copies made, and then the sheet is theirs: the head, the list, what is performed")
    func applies() {
        var state = Options.sheet()
        let switched = state.apply(.switchOption(Options.location.identifier, true))
        #expect(switched == [.prepare(1, Options.request([Options.chosen(Options.location)]))])
        #expect(state.items == [Sheets.photo])
        #expect(state.leaving == state.words.preparing)
        _ = state.apply(Options.started(1))
        #expect(state.options.preparing?.unit == "unit-1")
        let copy = Options.copy("a.png")
        #expect(state.apply(Options.made(1, [copy])) == Options.list(2, [copy]))
        #expect(state.items == [copy] && state.leaving == "Without Location")
        let performed = state.apply(Self.save)
        guard case .perform(let request) = performed.first else {
            Issue.record("It does not perform.")
            return
        }
        #expect(request.content == [copy])
    }

    @Test(
        "Options are applied in the order of the offer, with their answers, whichever was switched on first")
    func order() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.smaller.identifier, true), Options.started(1))
        let effects = state.apply(.switchOption(Options.location.identifier, true))
        let both = [Options.chosen(Options.location), Options.chosen(Options.smaller, ["size": "l"])]
        #expect(effects == [.cancelPreparation(unit: "unit-1"), .prepare(2, Options.request(both))])
        _ = state.apply(Options.failed(1, result: .cancelled))
        #expect(state.options.faults.isEmpty && state.options.on.count == 2, "the first is nobody's any more")
        let answered = state.apply(.answerOption(Options.smaller.identifier, field: "size", "s"))
        #expect(
            answered == [
                .prepare(3, Options.request([both[0], Options.chosen(Options.smaller, ["size": "s"])]))
            ])
        #expect(state.apply(Options.started(2)) == [.cancelPreparation(unit: "unit-2")])
    }

    @Test("Off is the original at once, and on again asks for the copies: the file may have changed")
    func once() {
        var state = Options.sheet()
        let copy = Options.copy("a.png")
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.made(1, [copy]))
        #expect(
            state.apply(.switchOption(Options.location.identifier, false))
                == Options.list(3, [Sheets.photo]))
        #expect(state.items == [Sheets.photo])
        #expect(
            state.apply(.switchOption(Options.location.identifier, true)) == [
                .prepare(2, Options.request([Options.chosen(Options.location)]))
            ])
        #expect(state.apply(Options.made(2, [copy])) == Options.list(4, [copy]))
    }

    @Test("What is pressed meanwhile waits for the copies, and begins with them")
    func waits() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.location.identifier, true))
        #expect(state.apply(Self.save) == [.awaitProgress(1)])
        #expect(state.performing?.hasBegun == false)
        let copy = Options.copy("a.png")
        let effects = state.apply(Options.made(1, [copy]))
        let perform = SheetEffect.perform(
            Sheet.PerformRequest(identifier: Sheets.save.identifier, content: [copy]))
        #expect(effects == Options.list(2, [copy]) + [perform, .awaitProgress(2)])
        #expect(state.performing?.hasBegun == true)
    }

    @Test("What waits is given up without a trace")
    func givenUp() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.location.identifier, true), Self.save)
        #expect(state.apply(.leave) == [])
        #expect(state.page == .activities)
        #expect(
            state.apply(Options.made(1, [Options.copy("a.png")]))
                == Options.list(2, [Options.copy("a.png")]), "it lists, and performs nothing"
        )
    }

    /// Where a person may be while copies are made.
    private static let whereabouts: [(String, [SheetEvent])] = [
        ("grid", []), ("items", [.showItems(true)]), ("options", [.showOptions(true)]),
        ("pressed", [save]), ("form", [.choose(Sheets.post.identifier, activationToken: nil)]),
        (
            "typed",
            [
                .choose(Sheets.post.identifier, activationToken: nil), .type(field: "server", "Hello"),
            ]
        ),
        (
            "submitted",
            [
                .choose(Sheets.post.identifier, activationToken: nil), .type(field: "server", "Hello"),
                .submit(activationToken: nil),
            ]
        ),
        ("editing", [.editActivities]),
    ]

    @Test(
        "A change that fails turns to the options from every page, stays on, and shares nothing",
        arguments: 0..<whereabouts.count)
    func fails(index: Int) {
        let (name, events) = Self.whereabouts[index]
        var state = Options.sheet(items: [Sheets.photo, Sheets.note])
        _ = state.apply(.switchOption(Options.location.identifier, true))
        for event in events { _ = state.apply(event) }
        #expect(!state.apply(Options.failed(1)).perform, "\(name)")
        #expect(state.page == .activities && state.showsOptions && !state.showsItems, "\(name)")
        #expect(state.options.on == [Options.location.identifier] && !state.options.areApplied)
        let sentence = "\(state.words.failed("Without Location")): It is damaged."
        #expect(state.options.faults == [Options.location.identifier: sentence])
        #expect(state.leaving == nil && state.warning == state.words.failed("Without Location"))
        _ = state.apply(.showOptions(false))
        let pressed = state.apply(Self.save)
        #expect(!pressed.perform, "\(name)")
        #expect(pressed.contains { if case .prepare(2, _) = $0 { true } else { false } })
        #expect(state.performing?.hasBegun == false)
    }

    @Test("What was typed is still there after a change has failed")
    func keepsTyped() {
        var state = Options.sheet()
        let post = SheetEvent.choose(Sheets.post.identifier, activationToken: nil)
        _ = state.apply(
            .switchOption(Options.location.identifier, true), post, .type(field: "server", "Hello"),
            Options.failed(1))
        _ = state.apply(.showOptions(false), post)
        guard case .form(let form) = state.page else {
            Issue.record("No form is open.")
            return
        }
        #expect(form.answers["server"] == "Hello")
    }

    @Test("The ways on are to try again and the switch")
    func goesOn() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.failed(1))
        let again = SheetEffect.prepare(2, Options.request([Options.chosen(Options.location)]))
        #expect(state.apply(.tryAgain) == [again])
        #expect(state.options.faults.isEmpty && state.leaving == state.words.preparing)
        _ = state.apply(Options.failed(2))
        #expect(state.apply(.switchOption(Options.location.identifier, false)) == [])
        #expect(state.options.faults.isEmpty && state.options.areApplied && state.items == [Sheets.photo])
        #expect(state.apply(Self.save).perform, "the person has chosen the original")
    }

    @Test("A file that has changed since its copy was made is looked at anew, and nothing is shared")
    func changed() {
        var state = Options.sheet()
        let copy = Options.copy("a.png")
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.made(1, [copy]), Self.save)
        _ = state.apply(.lost(.refused(.init(name: "ContentChanged"))))
        #expect(state.page == .activities && state.showsOptions && !state.options.areApplied)
        #expect(
            state.options.faults.values.first?.contains(state.words.changed) == true
                && state.options.on == [Options.location.identifier])
        #expect(!state.apply(.showOptions(false), Self.save).perform)
        let newer = Options.copy("b.png")
        #expect(state.apply(Options.made(2, [newer])).perform, "it waits as before")
    }

    /// A photo and a raw photo, which Without Location does not accept.
    private static func remaining() -> SheetState {
        let raw = Item(
            Representation(type: "image/x-adobe-dng", uri: "file:///home/ada/b.dng", name: "b.dng"))
        var state = Options.sheet(items: [Sheets.photo, raw])
        _ = state.apply(
            .switchOption(Options.location.identifier, true),
            Options.made(1, [Options.copy("a.png"), raw], unread: [1]))
        return state
    }

    @Test("What an option did not look into is said, and nothing is shared before the person says so")
    func asksAboutRemaining() {
        var state = Self.remaining()
        #expect(state.leaving == "Without Location" && state.warning == "Not looked into: 1 of 2")
        #expect(state.unreadNames == ["b.dng"] && state.privacyTitles == "Without Location")
        #expect(state.apply(Self.save) == [])
        guard case .confirming = state.page else {
            Issue.record("It does not ask.")
            return
        }
        #expect(state.apply(.listed(2, .success(Sheets.reply([Sheets.save])))) == [])
        #expect(state.apply(.leave) == [] && state.page == .activities)
        #expect(!state.apply(.shareAnyway).perform, "the question is not there any more")
        _ = state.apply(Self.save)
        #expect(state.apply(.shareAnyway).perform)
    }

    @Test("A yes holds for these copies alone")
    func asksAgain() {
        var state = Self.remaining()
        _ = state.apply(Self.save, .shareAnyway)
        _ = state.apply(.progress(Sheets.progress(.finished, result: .failure, reason: "It is full.")))
        #expect(state.apply(.tryAgain).perform, "it was said already")
        _ = state.apply(.progress(Sheets.progress(.finished, result: .failure, reason: "It is full.")), .back)
        _ = state.apply(.switchOption(Options.smaller.identifier, true))
        _ = state.apply(Options.made(2, state.items, unread: [1]))
        #expect(!state.apply(Self.save).perform)
    }

    @Test("Without the option, or without the item, there is nothing to ask")
    func asksNoMore() {
        var state = Self.remaining()
        _ = state.apply(.switchOption(Options.location.identifier, false))
        #expect(state.warning == nil && state.apply(Self.save).perform)
        state = Self.remaining()
        _ = state.apply(.removeItem(1), Options.made(2, [Options.copy("a.png")]))
        #expect(state.warning == nil && state.apply(Self.save).perform)
    }

    @Test("A switch that is back where it was makes no copies anew, whose failure could end nothing")
    func backAgain() {
        var state = Options.sheet()
        _ = state.apply(
            .switchOption(Options.location.identifier, true), Options.made(1, [Options.copy("a.png")]))
        _ = state.apply(.switchOption(Options.smaller.identifier, true), Options.started(2))
        let effects = state.apply(.switchOption(Options.smaller.identifier, false))
        #expect(effects == [.cancelPreparation(unit: "unit-2")])
        #expect(state.apply(Self.save).perform)
        _ = state.apply(Options.failed(2, result: .cancelled))
        #expect(state.performing?.hasBegun == true && state.options.faults.isEmpty)
    }

    @Test("What no option that is on removes is still said")
    func staysInside() {
        var state = Options.sheet()
        _ = state.apply(
            .switchOption(Options.smaller.identifier, true), Options.made(1, [Options.copy("a.png")]))
        #expect(state.leaving == "Smaller · 46.95° N, 7.45° E")
        _ = state.apply(
            .switchOption(Options.location.identifier, true), Options.made(2, [Options.copy("b.png")]))
        #expect(state.leaving == "Without Location, Smaller")
    }

    @Test("What another option made is not what leaves while one has failed")
    func failsBesides() {
        var state = Options.sheet()
        let copy = Options.copy("a.png")
        _ = state.apply(.switchOption(Options.smaller.identifier, true), Options.made(1, [copy]))
        _ = state.apply(.switchOption(Options.location.identifier, true))
        _ = state.apply(.prepared(2, .failure(.disconnected)))
        #expect(Array(state.options.faults.keys) == [Options.location.identifier])
        #expect(state.options.on.count == 2 && !state.options.areApplied)
        _ = state.apply(.showOptions(false))
        #expect(!state.apply(Self.save).perform)
    }

    @Test("With success and nothing made it has failed")
    func madeNothing() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.made(1, []))
        #expect(!state.options.areApplied && !state.options.faults.isEmpty)
    }

    @Test("An item that is taken out leaves the copies too: they are made anew, and asked about anew")
    func removing() {
        var state = Options.sheet(items: [Sheets.photo, Sheets.note])
        let copies = [Options.copy("a.png"), Sheets.note]
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.made(1, copies))
        #expect(state.listedItems == copies)
        let effects = state.apply(.removeItem(1))
        let chosen = [Options.chosen(Options.location)]
        #expect(
            effects == [
                .prepare(2, Options.request(chosen)),
                .options(2, Sheet.OptionsRequest(content: [Sheets.photo])),
            ])
        #expect(!state.options.areApplied)
        #expect(state.apply(Self.save) == [.awaitProgress(1)])
        #expect(state.apply(Options.failed(2)) == [])
        #expect(state.options.on == [Options.location.identifier] && state.showsOptions)
        #expect(!state.apply(.showOptions(false), Self.save).perform)
    }

    @Test("Several that became one are taken out one by one")
    func archive() {
        var state = Options.sheet(items: [Sheets.photo, Sheets.note])
        let zip = Options.copy("a.zip")
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.made(1, [zip]))
        #expect(state.items == [zip] && state.listedItems == [Sheets.photo, Sheets.note])
        _ = state.apply(.removeItem(0))
        #expect(state.listedItems == [Sheets.note])
    }

    @Test("An option that is on stays, and in its place, whatever the next answer lists")
    func staysOn() {
        var state = Options.sheet(items: [Sheets.photo, Sheets.note])
        _ = state.apply(
            .switchOption(Options.location.identifier, true), Options.made(1, [Options.copy("a.png")]))
        _ = state.apply(.removeItem(1), Options.offer([], 2, isLast: false))
        #expect(state.options.offered.count == 2)
        _ = state.apply(Options.offer([Options.smaller], 2))
        #expect(state.options.offered == [Options.location, Options.smaller])
        _ = state.apply(
            .switchOption(Options.location.identifier, false), Options.offer([Options.smaller], 2))
        #expect(state.options.offered == [Options.smaller])
    }

    @Test("A sheet that begins with an option performs nothing before it is applied")
    func beginsWith() {
        var request = SheetRequest(items: [Sheets.photo])
        request.options = [Options.chosen(Options.smaller, ["size": "s"]), Options.chosen(Options.location)]
        var state = SheetState(request)
        _ = state.apply(.opened, .listed(1, .success(Sheets.reply([Sheets.save]))))
        #expect(state.leaving == state.words.preparing)
        #expect(state.apply(Self.save) == [.awaitProgress(1)])
        _ = state.apply(.appeared)
        #expect(state.apply(Options.offer([Options.smaller], isLast: false)) == [])
        let effects = state.apply(Options.offer())
        #expect(
            effects == [
                .prepare(
                    1,
                    Options.request([
                        Options.chosen(Options.location), Options.chosen(Options.smaller, ["size": "s"]),
                    ]))
            ])
        #expect(state.apply(Options.made(1, [Options.copy("a.png")])).count == 5)
        #expect(state.performing?.hasBegun == true)
    }

    @Test(
        "One that is not offered is asked of the daemon all the same, and comes first",
        arguments: [true, false])
    func unknown(answers: Bool) {
        var request = SheetRequest(items: [Sheets.photo])
        request.options = [
            Options.chosen(Options.smaller), Sheet.ChosenOption(identifier: "org.example.unknown"),
        ]
        var state = SheetState(request)
        _ = state.apply(.opened, .listed(1, .success(Sheets.reply([Sheets.save]))))
        _ = state.apply(.appeared)
        let effects = state.apply(
            answers ? Options.offer([Options.smaller]) : .offered(1, .failure(.disconnected)))
        guard case .prepare(1, let prepare) = effects.first else {
            Issue.record("It does not prepare.")
            return
        }
        #expect(prepare.options.map(\.identifier).contains("org.example.unknown"))
        _ = state.apply(.prepared(1, .failure(.refused(.init(name: "NoSuchActivity")))))
        guard case .failed(let failure) = state.page else {
            Issue.record("The original could leave.")
            return
        }
        let titles = ["org.example.unknown", answers ? "Smaller" : "org.example.smaller"]
        #expect(titles.allSatisfy(failure.heading.contains) && state.leaving == nil)
        // A list that comes late does not turn the page away, and trying again makes the copies once more.
        #expect(state.apply(.back) == [] && state.page == .failed(failure))
        #expect(state.apply(.tryAgain) == [.prepare(2, prepare)])
        #expect(state.page == .activities && state.leaving == state.words.preparing)
        #expect(state.apply(Self.save) == [.awaitProgress(1)])
        #expect(state.performing?.hasBegun == false)
    }

    @Test("A sheet that goes cancels what is being prepared for it")
    func cancels() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.started(1))
        #expect(state.apply(.leave) == [.cancelPreparation(unit: "unit-1"), .end(.left)])
    }

    @Test("The options are shown where there are any, and the items in their place")
    func shows() {
        var state = Sheets.listing([Sheets.save])
        _ = state.apply(.showOptions(true))
        #expect(!state.showsOptions)
        state = Options.sheet()
        _ = state.apply(.showOptions(true))
        #expect(state.showsOptions)
        _ = state.apply(.showItems(true))
        #expect(state.showsItems && !state.showsOptions)
    }

    @Test("Who leaves the options comes back to the activities, with what was switched on")
    func leaves() {
        var state = Options.sheet()
        _ = state.apply(.showOptions(true), .switchOption(Options.location.identifier, true))
        #expect(state.apply(.leave) == [])
        #expect(!state.showsOptions && state.options.on == [Options.location.identifier])
        #expect(state.apply(.leave).last == .end(.left))
    }

    @Test("A folder without activities keeps the page of options while its archive is listed")
    func keepsPage() {
        var state = Sheets.listing([])
        _ = state.apply(.appeared, Options.offer(), .showOptions(true))
        _ = state.apply(
            .switchOption(Options.location.identifier, true), Options.made(1, [Options.copy("a.zip")]))
        #expect(state.page == .activities && state.showsOptions)
    }
}

extension [SheetEffect] {
    /// Whether something of what is shared goes to an activity.
    fileprivate var perform: Bool {
        contains {
            switch $0 {
            case .perform, .ask: true
            default: false
            }
        }
    }
}
