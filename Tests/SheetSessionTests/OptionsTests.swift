// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("What leaves a sheet")
struct OptionsTests {
    private static let save = SheetEvent.choose(Sheets.save.identifier, activationToken: nil)

    @Test(
        "Options and facts are requested once, after the first frame, and nothing else waits for them"
    )
    func asks() {
        var state = Sheets.listing([Sheets.save])
        #expect(Array(state.apply(.appeared).prefix(2)) == Options.look(1, [Sheets.photo]))
        #expect(state.apply(.appeared) == [])
        #expect(state.apply(Options.offer()) == [])
        #expect(state.inside == nil)
        #expect(state.apply(Options.inside()) == [])
        #expect(state.inside == "Location inside")
        #expect(state.options.on.isEmpty, "the original is the default")
        #expect(state.apply(Self.save).perform)
    }

    @Test("What removes nothing is offered at once, the rest with the facts, or once those have failed")
    func offers() {
        let all = [Options.location, Options.smaller, Options.archive]
        var state = Sheets.listing([Sheets.save])
        _ = state.apply(.appeared, Options.offer(all))
        #expect(state.offered == ["As ZIP"])
        var failed = state
        _ = state.apply(Options.inside([Options.place]))
        #expect(state.offered == ["Without Location", "As ZIP"])
        _ = failed.apply(.inspected(1, .failure(.disconnected)))
        #expect(failed.offered == ["Without Location", "Smaller", "As ZIP"], "everything is unread")
        #expect(failed.inside == "1 item was not looked into")
    }

    @Test("What is said leaves as the copies' preparation has changed it")
    func changedCaption() {
        var request = SheetRequest(items: [Sheets.photo])
        request.caption = "https://a.example/?utm_source=b"
        var state = SheetState(request)
        _ = state.apply(.opened, .listed(1, .success(Sheets.reply([Sheets.save]))))
        _ = state.apply(.appeared, Options.offer(), Options.inside([Options.place]))
        let switched = state.apply(.switchOption(Options.location.identifier, true))
        guard case .prepare(_, let asked)? = switched.first else {
            Issue.record("It prepares nothing.")
            return
        }
        #expect(asked.caption == request.caption)
        let reply = Sheet.PrepareReply(
            state: .finished, unit: "unit-1", result: .success, content: [Options.copy("a.png")],
            caption: "https://a.example/", facts: [], unread: [])
        _ = state.apply(.prepared(1, .success(reply)))
        #expect(state.currentWords.caption == "https://a.example/")
    }

    @Test("A switch has copies made, and then the sheet is theirs: the head, the list, what is performed")
    func applies() {
        var state = Options.sheet()
        let switched = state.apply(.switchOption(Options.location.identifier, true))
        #expect(switched == [.prepare(1, Options.request([Options.chosen(Options.location)]))])
        #expect(state.items == [Sheets.photo])
        #expect(state.inside == state.words.preparing)
        _ = state.apply(Options.started(1))
        #expect(state.options.preparing?.unit == "unit-1")
        let copy = Options.copy("a.png")
        #expect(state.apply(Options.made(1, [copy])) == Options.list(2, [copy]))
        #expect(state.items == [copy] && state.inside == "Without location")
        #expect(state.insideLine?.hasGone == true)
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

    /// Events that lead to each page on which the person may be while copies are prepared.
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
        #expect(state.options.on == [Options.location.identifier] && !state.options.isReady)
        let sentence = "\(state.words.failed("Without Location")): It is damaged."
        #expect(state.options.faults == [Options.location.identifier: sentence])
        #expect(state.inside == nil && state.warnings == [state.words.failed("Without Location")])
        _ = state.apply(.showOptions(false))
        #expect(state.apply(Self.save) == [], "\(name)")
        #expect(state.page == .activities && state.showsOptions, "the person looks at what failed first")
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
        #expect(state.options.faults.isEmpty && state.inside == state.words.preparing)
        _ = state.apply(Options.failed(2))
        #expect(state.apply(.switchOption(Options.location.identifier, false)) == [])
        #expect(state.options.faults.isEmpty && state.options.isReady && state.items == [Sheets.photo])
        #expect(state.apply(Self.save).perform, "the person has chosen the original")
    }

    @Test("A file that has changed since its copy was made is looked at anew, and nothing is shared")
    func changed() {
        var state = Options.sheet()
        let copy = Options.copy("a.png")
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.made(1, [copy]), Self.save)
        _ = state.apply(.lost(.refused(.contentChanged(item: 0))))
        #expect(state.page == .activities && state.showsOptions && !state.options.isReady)
        #expect(
            state.options.faults.values.first?.contains(state.words.changed) == true
                && state.options.on == [Options.location.identifier])
        #expect(state.apply(.showOptions(false), Self.save) == [] && state.showsOptions)
        let again = SheetEffect.prepare(2, Options.request([Options.chosen(Options.location)]))
        #expect(state.apply(.tryAgain) == [again])
        let newer = Options.copy("b.png")
        #expect(!state.apply(Options.made(2, [newer])).perform, "nothing has waited for them")
        #expect(state.apply(.showOptions(false), Self.save).perform)
    }

    @Test("The daemon's own sentences are told in the person's language")
    func refused() {
        var state = Options.sheet(locale: "de")
        _ = state.apply(
            .switchOption(Options.location.identifier, true),
            .prepared(
                1,
                .success(
                    Sheet.PrepareReply(
                        state: .finished, unit: "a", result: .failure, reason: "It is gone."))))
        #expect(state.options.faults.values.first?.hasSuffix(": " + state.words.refusal) == true)
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

    @Test("What another option made is not what leaves while one has failed")
    func failsBesides() {
        var state = Options.sheet()
        let copy = Options.copy("a.png")
        _ = state.apply(.switchOption(Options.smaller.identifier, true), Options.made(1, [copy]))
        _ = state.apply(.switchOption(Options.location.identifier, true))
        _ = state.apply(.prepared(2, .failure(.disconnected)))
        #expect(Array(state.options.faults.keys) == [Options.location.identifier])
        #expect(state.options.on.count == 2 && !state.options.isReady)
        _ = state.apply(.showOptions(false))
        #expect(!state.apply(Self.save).perform)
    }

    @Test("With success and nothing made it has failed")
    func madeNothing() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.made(1, []))
        #expect(!state.options.isReady && !state.options.faults.isEmpty)
    }

    @Test("An item that is taken out leaves the copies too: they are made anew, and asked about anew")
    func removing() {
        var state = Options.sheet(items: [Sheets.photo, Sheets.note])
        let copies = [Options.copy("a.png"), Sheets.note]
        let chosen = [Options.chosen(Options.location)]
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.made(1, copies))
        #expect(state.listedItems == copies)
        let effects = state.apply(.removeItem(1))
        #expect(effects == [.prepare(2, Options.request(chosen))] + Options.look(2, [Sheets.photo]))
        #expect(!state.options.isReady)
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

    @Test("A file that lacks what an option removes now keeps it on, though others are no longer offered")
    func staysOn() {
        var state = Options.sheet(items: [Sheets.photo, Sheets.note])
        _ = state.apply(
            .switchOption(Options.location.identifier, true), Options.made(1, [Options.copy("a.png")]))
        _ = state.apply(
            .removeItem(1), Options.offer([Options.location, Options.smaller], 2), Options.inside([], 2))
        #expect(state.offered == ["Without Location"])
    }

    @Test("Where nothing is left that an option takes, it is not offered, and nothing has failed")
    func takesNothing() {
        var state = Options.sheet(items: [Sheets.photo, Sheets.note])
        _ = state.apply(
            .switchOption(Options.location.identifier, true),
            Options.made(1, [Options.copy("a.png"), Sheets.note]))
        let effects = state.apply(.removeItem(0))
        #expect(effects == Options.list(3, [Sheets.note]) + Options.look(2, [Sheets.note]))
        #expect(state.offered.isEmpty && state.options.faults.isEmpty && state.items == [Sheets.note])
        #expect(state.apply(Options.offer([], 2), Options.inside([], 2)) == [])
        #expect(state.apply(Self.save).perform)
    }

    @Test("What it was to remove may be in what is left, and is asked about all the same")
    func takesNothingOfTheRest() {
        var state = Options.sheet(items: [Sheets.photo, Options.file("b.dng")])
        _ = state.apply(
            .switchOption(Options.location.identifier, true),
            Options.made(1, [Options.copy("a.png"), Options.file("b.dng")]), .removeItem(0))
        _ = state.apply(Options.offer([], 2), Options.inside([Options.place], 2))
        #expect(state.warnings == ["Location remains"])
        #expect(!state.apply(Self.save).perform)
        #expect(state.apply(.shareAnyway).perform)
    }

    @Test("A sheet that begins with an option performs nothing before it is applied")
    func beginsWith() {
        var state = Options.opened(with: [
            Options.chosen(Options.smaller, ["size": "s"]), Options.chosen(Options.location),
        ])
        #expect(state.inside == state.words.preparing)
        #expect(state.apply(Self.save) == [.awaitProgress(1)])
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

    @Test("An option that is not there, and one without its program, share nothing and have a sentence")
    func missing() {
        let unknown = Sheet.ChosenOption(identifier: "org.example.unknown")
        var state = Options.opened(with: [unknown])
        #expect(state.apply(Options.offer(), Options.inside()) == [])
        var other = Options.opened(with: [Options.chosen(Options.location)], locale: "de")
        #expect(other.apply(Options.offer([])) == [.findOptions(1)])
        _ = state.apply(.found(1, .success([Options.bundle(Options.location)])))
        #expect(state.failure?.heading == "“org.example.unknown” did not work")
        #expect(state.failure?.reason == "There is no such option.")
        _ = other.apply(.found(1, .success([Options.bundle(Options.location, state: .unavailable)])))
        #expect(other.failure?.heading == "„Ohne Standort“ hat nicht funktioniert")
        #expect(other.failure?.reason == other.words.lacksProgram)
        // Back does not leave this page; trying again asks the daemon once more.
        #expect(state.apply(.back) == [] && state.failure != nil)
        #expect(state.apply(.tryAgain) == Options.look(2, [Sheets.photo]))
        #expect(state.apply(Self.save) == [.awaitProgress(1)])
    }

    @Test("A daemon that does not tell of options lets nothing leave while one is on")
    func unanswered() {
        var state = Options.opened(with: [Options.chosen(Options.location)])
        _ = state.apply(.offered(1, .failure(.disconnected)))
        #expect(state.failure?.heading == "“Options” did not work")
    }

    @Test("An option that takes none of the items is no failure where nothing of it is inside")
    func takesNone() {
        var state = Options.opened(with: [Options.chosen(Options.location)])
        #expect(state.apply(Self.save) == [.awaitProgress(1)])
        #expect(state.apply(Options.offer([Options.smaller])) == [.findOptions(1)])
        #expect(
            state.apply(.found(1, .success([Options.bundle(Options.location)]))) == [],
            "the facts are missing")
        #expect(state.apply(Options.inside([Options.large])).perform)
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
        _ = state.apply(.appeared, Options.offer(), Options.inside(), .showOptions(true))
        _ = state.apply(
            .switchOption(Options.location.identifier, true), Options.made(1, [Options.copy("a.zip")]))
        #expect(state.page == .activities && state.showsOptions)
    }
}
