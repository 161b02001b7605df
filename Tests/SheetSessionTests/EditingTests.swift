// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

/// The page on which the person hides, stars and orders activities.
struct EditingTests {
    private static func description(
        _ identifier: String, _ rank: Int?, _ source: Bundle.Source = .custom,
        state: Bundle.State = .active
    ) -> Registry.Description {
        Registry.Description(
            identifier: identifier, title: identifier, source: source, category: .action,
            path: "/" + identifier,
            state: state, election: .default, locked: false, rank: rank, diagnostics: [])
    }

    private static let copy = description("io.x.copy", 0, .system)
    private static let all = [
        description("b", 2), description("shadowed", nil, state: .shadowed), copy, description("a", 1),
        description("gone", 3, state: .unavailable), description("c", 4),
    ]

    /// A sheet on that page; the effects that lead there are checked.
    private static func editing(
        _ all: [Registry.Description] = all, stars: Bool = false, order: Bool = false
    ) -> SheetState {
        var state = Sheets.listing([Sheets.save])
        #expect(state.apply(.editActivities) == [.describe(1), .findDecisions(1)])
        #expect(state.apply(.edit(.described(1, .success(all)))) == [])
        #expect(state.apply(.edit(.decisions(1, stars: stars, order: order))) == [])
        return state
    }

    @Test func whatServesIsShownOnceInTheOrderOfSheets() {
        let state = Self.editing(Self.all + [Self.description("a", 9)])
        #expect(state.editing?.activities.map(\.identifier) == ["io.x.copy", "a", "b", "c"])
        #expect(state.editing?.canReset == false)
    }

    @Test func titlesAreInTheSheetsLanguage() {
        var state = Sheets.listing([Sheets.save], locale: "de")
        var copy = Self.copy
        copy.titles = ["de": "Kopieren"]
        _ = state.apply(.editActivities, .edit(.described(1, .success([copy]))))
        #expect(state.editing?.activities.map(\.title) == ["Kopieren"])
    }

    @Test func aStarIsSentWithThoseThatAreThere() {
        var starred = Self.copy
        starred.starred = true
        var state = Self.editing([starred] + Self.all.filter { $0.identifier != "io.x.copy" }, stars: true)
        #expect(state.editing?.canReset == true)
        let both: SheetEffect = .change(1, .star(.init(identifiers: ["io.x.copy", "b"])))
        #expect(state.apply(.edit(.star("b", true))) == [both])
        #expect(state.apply(.edit(.star("b", true))) == [])
        #expect(state.apply(.edit(.changed(1, nil))) == [])
        #expect(state.editing?.activities.filter(\.isStarred).map(\.identifier) == ["io.x.copy", "b"])
    }

    @Test func aResetWaitsUntilAllThatItTakesBackIsKnown() {
        var hidden = Self.copy
        (hidden.election, hidden.decidedBy) = (.ignore, .person)
        var state = Sheets.listing([Sheets.save])
        _ = state.apply(.editActivities, .edit(.described(1, .success([hidden]))))
        #expect(state.editing?.canReset == false)
        #expect(state.apply(.edit(.reset)) == [])
        #expect(state.apply(.edit(.decisions(1, stars: true, order: false))) == [])
        #expect(state.editing?.canReset == true)
        #expect(state.apply(.edit(.reset)).contains(.change(1, .star(.init(identifiers: [])))))
    }

    @Test func withoutStarsOfTheirOwnThePersonIsToldWhoseCount() {
        var state = Self.editing()
        _ = state.apply(.edit(.star("a", true)), .edit(.changed(1, nil)))
        #expect(state.apply(.edit(.star("a", false))) == [.change(1, .star(.init(identifiers: [])))])
        #expect(state.apply(.edit(.changed(1, nil))) == [.describe(1), .findDecisions(1)])
    }

    @Test func aSwitchIgnoresOrTakesThatBack() {
        var state = Self.editing()
        let ignore: SheetEffect = .change(1, .elect(.init(identifier: "a", election: .ignore)))
        #expect(state.apply(.edit(.list("a", false))) == [ignore])
        #expect(state.editing?.canReset == true)
        #expect(state.apply(.edit(.changed(1, nil))) == [])
        let back: SheetEffect = .change(1, .elect(.init(identifier: "a", election: .default)))
        #expect(state.apply(.edit(.list("a", true))) == [back])
    }

    @Test func whatAnAdministratorHidesIsAskedForByName() {
        var hidden = Self.description("a", 1, state: .ignored)
        hidden.decidedBy = .person
        var state = Self.editing([hidden])
        _ = state.apply(.edit(.list("a", true)))
        #expect(state.apply(.edit(.changed(1, nil))) == [.describe(1), .findDecisions(1)])
        hidden.decidedBy = .admin
        let use: SheetEffect = .change(1, .elect(.init(identifier: "a", election: .use)))
        #expect(state.apply(.edit(.described(1, .success([hidden])))) == [use])
        // It asks only once, whether or not the daemon agrees.
        #expect(state.apply(.edit(.changed(1, nil))) == [.describe(1), .findDecisions(1)])
        #expect(state.apply(.edit(.described(1, .success([hidden])))) == [])
    }

    @Test func whatIsLockedStays() {
        var locked = Self.description("a", 0, state: .ignored)
        (locked.locked, locked.decidedBy) = (true, .admin)
        var state = Self.editing([locked])
        #expect(state.apply(.edit(.list("a", true))) == [])
        #expect(state.editing?.activities[0].isLocked == true && state.editing?.canReset == false)
        #expect(state.apply(.edit(.star("a", true))) == [], "it would be in no first row")
        locked.starred = true
        state = Self.editing([locked])
        #expect(state.apply(.edit(.star("a", false))) == [.change(1, .star(.init(identifiers: [])))])
        #expect(state.apply(.edit(.star("a", true))) == [])
        (locked.state, locked.election, locked.starred) = (.active, .use, nil)
        state = Self.editing([locked])
        #expect(state.apply(.edit(.list("a", false))) == [])
        #expect(state.apply(.edit(.star("a", true))) == [.change(1, .star(.init(identifiers: ["a"])))])
    }

    @Test func aMoveArrangesAllCustomOnes() {
        var state = Self.editing()
        let order: SheetEffect = .change(1, .arrange(.init(identifiers: ["a", "gone", "c", "b"])))
        #expect(state.apply(.edit(.move("c", by: -1))) != [order])
        #expect(state.editing?.activities.map(\.identifier) == ["io.x.copy", "a", "c", "b"])
    }

    @Test(arguments: [("a", -1), ("c", 1), ("io.x.copy", 1), ("io.x.copy", -1), ("none", 1), ("gone.too", 1)])
    func whereNothingMovesNothingIsSent(_ identifier: String, _ step: Int) {
        var state = Self.editing()
        #expect(state.apply(.edit(.move(identifier, by: step))) == [])
        #expect(state.editing?.canReset == false)
    }

    @Test func aDragIsSentOnceItEnds() {
        var state = Self.editing()
        #expect(state.apply(.edit(.drag("a", by: 1)), .edit(.drag("a", by: 1))) == [])
        let order: SheetEffect = .change(1, .arrange(.init(identifiers: ["b", "gone", "c", "a"])))
        #expect(state.apply(.edit(.drop)) == [order])
        #expect(state.apply(.edit(.drop)) == [])
        // Back to its former position: no change.
        #expect(state.apply(.edit(.drag("a", by: -1)), .edit(.drag("a", by: 1)), .edit(.drop)) == [])
    }

    @Test func aRefusedChangeSpringsBackWithTheReason() {
        var state = Self.editing()
        _ = state.apply(.edit(.list("a", false)))
        let refusal = ServiceFault.refused(.notPermitted(reason: "The disk is full."))
        #expect(state.apply(.edit(.changed(1, refusal))) == [.describe(1), .findDecisions(1)])
        _ = state.apply(.edit(.described(1, .success(Self.all))))
        #expect(state.editing?.activities[1].isListed == true)
        #expect(state.editing?.problem == "This was not changed: The disk is full.")
        _ = state.apply(.edit(.star("a", true)))
        #expect(state.editing?.problem == nil)
    }

    @Test func whatIsDescribedWhileAChangeIsOnItsWayIsDescribedOnceMore() {
        var state = Self.editing()
        _ = state.apply(.edit(.list("a", true)), .edit(.list("a", false)))
        _ = state.apply(.edit(.star("a", true)))
        #expect(state.apply(.edit(.described(1, .success(Self.all)))) == [])
        #expect(state.editing?.activities[1].isStarred == true)
        #expect(state.apply(.edit(.changed(1, nil))) == [])
        #expect(state.apply(.edit(.changed(1, nil))) == [.describe(1), .findDecisions(1)])
    }

    @Test func resetTakesAllBack() {
        var hidden = Self.description("a", 1, state: .ignored)
        (hidden.decidedBy, hidden.election) = (.person, .ignore)
        var state = Self.editing([Self.copy, hidden], stars: true, order: true)
        #expect(
            state.apply(.edit(.reset)) == [
                .change(1, .elect(.init(identifier: "a", election: .default))),
                .change(1, .star(.init(identifiers: []))), .change(1, .arrange(.init(identifiers: []))),
            ])
        #expect(state.editing?.canReset == false)
        #expect(state.apply(.edit(.changed(1, nil)), .edit(.changed(1, nil))) == [])
        #expect(state.apply(.edit(.changed(1, nil))) == [.describe(1), .findDecisions(1)])
        #expect(state.apply(.edit(.reset)) == [])
    }

    @Test func aResetIsTakenBackUntilSomethingElseIsChanged() {
        var hidden = Self.description("a", 1, state: .ignored)
        (hidden.decidedBy, hidden.election) = (.person, .ignore)
        var starred = Self.copy
        starred.starred = true
        var state = Self.editing([starred, hidden], stars: true, order: true)
        #expect(state.editing?.canUndo == false && state.apply(.edit(.undo)) == [])
        _ = state.apply(.edit(.reset))
        var changed = state
        #expect(state.editing?.canUndo == true)
        #expect(
            state.apply(.edit(.undo)) == [
                .change(1, .elect(.init(identifier: "a", election: .ignore))),
                .change(1, .star(.init(identifiers: [Self.copy.identifier]))),
                .change(1, .arrange(.init(identifiers: ["a"]))),
            ])
        #expect(state.editing?.canUndo == false)
        _ = changed.apply(.edit(.list("a", true)))
        #expect(changed.editing?.canUndo == false && changed.apply(.edit(.undo)) == [])
    }

    @Test func whatIsInForceIsListedWhenThePageIsLeft() {
        var state = Self.editing()
        #expect(state.apply(.back) == [])
        #expect(state.page == .activities)
        _ = state.apply(.editActivities, .edit(.described(2, .success(Self.all))))
        _ = state.apply(.edit(.star("a", true)))
        guard case .list(2, _)? = state.apply(.leave).last else {
            Issue.record("It is not listed anew.")
            return
        }
        #expect(state.page == .activities && state.activities == [Sheets.save])
        // Answers that arrive after the page was left change nothing.
        #expect(state.apply(.edit(.changed(2, nil))) == [])
        // The old grid is painted before the new list arrives; its first row must not be kept.
        _ = state.apply(.painted(room: 0))
        var starred = Sheets.post
        starred.starred = true
        #expect(state.apply(.listed(2, .success(Sheets.reply([starred])))) == [])
        #expect(state.activities == [starred])
        #expect(state.quickAccess.tiles == [.activity(starred.identifier)])
    }

    @Test func aWindowThatClosesGivesUpTheCopies() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.location.identifier, true), Options.started(1), .editActivities)
        _ = state.apply(.edit(.described(1, .success(Self.all))), .edit(.star("a", true)))
        #expect(state.apply(.close) == [.cancelPreparation(unit: "unit-1"), .end(.left)])
        #expect(state.apply(Options.failed(1)) == [])
        #expect(state.apply(.edit(.changed(1, nil))) == [])
    }

    @Test(arguments: [SheetEvent.back, .close])
    func aRefusalThatArrivesLaterIsANotification(_ way: SheetEvent) {
        var state = Self.editing()
        _ = state.apply(.edit(.star("a", true)), .edit(.list("b", false)), way)
        let notice = SheetNotice(title: state.words.editing.unchanged("No room."))
        let refusal = SheetEditEvent.changed(1, .refused(.storageFailed(reason: "No room.")))
        #expect(state.apply(.edit(refusal)) == [.notify(notice)])
        #expect(state.apply(.edit(refusal)) == [])
    }

    @Test func withoutADaemonThereIsASentence() {
        var state = Sheets.listing([Sheets.save])
        _ = state.apply(.editActivities)
        #expect(state.editing?.isAnswered == false)
        #expect(state.apply(.edit(.described(1, .failure(.disconnected)))) == [.describe(1)])
        #expect(state.apply(.edit(.described(1, .failure(.notRunning)))) == [])
        #expect(state.editing?.isAnswered == true && state.editing?.problem == state.words.unreachable)
    }

    @Test func iconsAreAskedForOnceTheirRowsAreInSight() {
        var state = Self.editing()
        _ = state.apply(.appearance(Sheets.black))
        #expect(state.apply(.edit(.see(["a", "b"]))) == [.icons(["a", "b"], Sheets.black)])
        #expect(state.apply(.edit(.see(["b"]))) == [])
        _ = state.apply(.icon("a", Sheets.black, png: [1]))
        #expect(state.icons["a"] == [1])
        let white = IconAppearance(tint: "#ffffff", pixels: 70)
        guard case .icons(let asked, white)? = state.apply(.appearance(white)).first else {
            Issue.record("No icons are asked for.")
            return
        }
        #expect(Set(asked) == ["io.activityd.save", "a", "b"])
    }
}
