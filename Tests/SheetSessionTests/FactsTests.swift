// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("What a sheet says of the inside")
struct FactsTests {
    private static let save = SheetEvent.choose(Sheets.save.identifier, activationToken: nil)
    private static let raw = Options.file("b.dng")

    /// A sheet whose photo contains facts of these kinds.
    private static func sheet(_ kinds: [String], unread: [Int] = [], items: [Item] = [Sheets.photo])
        -> SheetState
    {
        var state = Sheets.listing([Sheets.save], items: items)
        _ = state.apply(
            .appeared, Options.offer([Options.location, Options.smaller]),
            Options.inside(kinds.map { Options.fact($0) }, unread: unread))
        return state
    }

    @Test(
        "Kinds in words, the worst first; quiet ones make no line, technical ones are never said",
        arguments: [
            (["location"], "Location inside"), (["device", "location"], "Location and camera inside"),
            (["device", "person", "location"], "Location, author and camera inside"),
            (["time", "software", "other"], nil), (["pixels", "format"], nil),
            (["time", "location", "pixels"], "Location and date inside"), ([], nil),
        ] as [([String], String?)])
    func kinds(kinds: [String], line: String?) {
        #expect(Self.sheet(kinds).inside == line)
    }

    @Test("Kinds for which there is no room are counted")
    func counts() {
        let state = Self.sheet(["location", "person", "device", "text"])
        #expect(
            state.insideLine?.texts == [
                "Location, author, camera and description inside",
                "Location, author, camera and 1 more inside",
                "Location, author and 2 more inside", "Location and 3 more inside",
            ])
    }

    @Test("Items of which nobody knows anything are said, where there is nothing else to say")
    func unread() {
        let items = [Sheets.photo, Self.raw, Self.raw, Self.raw]
        #expect(Self.sheet([], unread: [1, 3], items: items).inside == "2 of 4 were not looked into")
        #expect(Self.sheet([], unread: [1], items: items).inside == "1 of 4 was not looked into")
        let state = Self.sheet(["location"], unread: [1, 3], items: items)
        #expect(state.inside == "Location inside" && state.unreadLine == "2 items were not looked into")
    }

    @Test("The page has the values, and what a file says of itself turns nothing round")
    func values() {
        var state = Sheets.listing([Sheets.save])
        _ = state.apply(
            .appeared, Options.offer(),
            Options.inside([
                Options.fact("device", values: ["iPhone 15", "serial number"]), Options.large,
                Options.fact("location", values: ["7° E\u{202E}\ngpj"]), Options.fact("time"),
            ]))
        #expect(
            state.factLines == [
                "Location: \u{2068}7° E gpj\u{2069}", "Camera: \u{2068}iPhone 15, serial number\u{2069}",
                "Date",
            ])
    }

    @Test("Facts are those of the copies, and another option takes nothing away from them")
    func copies() {
        var state = Self.sheet(["location", "device", "pixels"])
        _ = state.apply(
            .switchOption(Options.smaller.identifier, true),
            Options.made(1, [Options.copy("a.png")], [Options.fact("location"), Options.fact("device")]))
        #expect(state.inside == "Location and camera inside" && state.insideLine?.hasGone == false)
        _ = state.apply(
            .switchOption(Options.location.identifier, true),
            Options.made(2, [Options.copy("b.png")], [Options.fact("device")]))
        #expect(state.inside == "Without location · Camera inside")
        #expect(state.warnings.isEmpty)
    }

    @Test("With success and without facts nothing is known of the copies")
    func withoutFacts() {
        var state = Options.sheet()
        _ = state.apply(
            .switchOption(Options.location.identifier, true),
            .prepared(
                1,
                .success(
                    Sheet.PrepareReply(
                        state: .finished, unit: "a", result: .success, content: [Options.copy("a.png")]))))
        #expect(state.warnings == ["1 item was not looked into"] && !state.apply(Self.save).perform)
        #expect(state.insideLine?.hasGone != true, "Of what nobody looked into nothing is known to be gone.")
    }

    // MARK: - What remains

    /// Four items with "Without Location" on: the copies `located` still contain the location, and the copies
    /// `unread` were not examined.
    private static func remaining(unread: [Int] = [], located: [Int] = [1, 3]) -> SheetState {
        let rest = ["b.dng", "c.dng", "d.dng"].map(Options.file)
        var state = Options.sheet(items: [Sheets.photo] + rest)
        let facts = located.isEmpty ? [] : [Options.fact("location", located)]
        _ = state.apply(
            .switchOption(Options.location.identifier, true),
            Options.made(1, [Options.copy("a.png")] + rest, facts, unread: unread))
        return state
    }

    @Test("What remains of what a switch removes is said, with its items' names, and asked about once")
    func asks() {
        var state = Self.remaining()
        #expect(state.warnings == ["Location remains in 2 of 4"] && state.inside == nil)
        #expect(state.namedWarnings == ["Location remains in 2 of 4: b.dng, d.dng"])
        #expect(state.apply(Self.save) == [])
        #expect(state.question?.attempt?.identifier == Sheets.save.identifier)
        // A list that arrives late does not close the question.
        #expect(state.apply(.listed(2, .success(Sheets.reply([Sheets.save])))) == [])
        #expect(state.apply(.leave) == [] && state.page == .activities)
        #expect(!state.apply(.shareAnyway).perform, "the question is not there any more")
        _ = state.apply(Self.save)
        #expect(state.apply(.shareAnyway).perform)
    }

    @Test("So are items that nobody looked into")
    func asksAboutUnread() {
        var state = Self.remaining(unread: [1, 2], located: [3])
        #expect(state.warnings == ["Location remains in 1 of 4", "2 of 4 were not looked into"])
        #expect(
            state.namedWarnings == [
                "Location remains in 1 of 4: d.dng", "2 of 4 were not looked into: b.dng, c.dng",
            ])
        #expect(state.privacyTitles == "Without Location" && state.unreadLine == nil)
        #expect(!state.apply(Self.save).perform)
    }

    @Test("While an option is on that removes nothing private, unread items are no question")
    func technical() {
        var state = Options.sheet(items: [Sheets.photo, Self.raw])
        _ = state.apply(
            .switchOption(Options.smaller.identifier, true),
            Options.made(1, [Options.copy("a.png"), Self.raw], [Options.large], unread: [1]))
        #expect(state.warnings.isEmpty && state.inside == "1 of 2 was not looked into")
        #expect(state.apply(Self.save).perform)
    }

    @Test("A yes holds for these copies and what remains in them, alone")
    func asksAgain() {
        var state = Self.remaining()
        _ = state.apply(Self.save, .shareAnyway)
        let failed = SheetEvent.progress(
            Sheets.progress(.finished, result: .failure, reason: "It is full."))
        _ = state.apply(failed)
        #expect(state.apply(.tryAgain).perform, "it was said already")
        _ = state.apply(failed, .back)
        _ = state.apply(.switchOption(Options.smaller.identifier, true))
        _ = state.apply(Options.made(2, state.items, [Options.fact("location", [1, 3])]))
        #expect(!state.apply(Self.save).perform)
    }

    @Test("Without the option, or without the item, there is nothing to ask")
    func asksNoMore() {
        var state = Self.remaining()
        _ = state.apply(.switchOption(Options.location.identifier, false))
        #expect(state.warnings.isEmpty && state.apply(Self.save).perform)
        state = Self.remaining(located: [3])
        _ = state.apply(
            .removeItem(3), Options.made(2, [Options.copy("a.png"), Self.raw, Self.raw]))
        #expect(state.warnings.isEmpty && state.apply(Self.save).perform)
    }

    @Test("A form is filled in first, and its button asks")
    func asksBehindForm() {
        var state = Self.remaining()
        _ = state.apply(.choose(Sheets.post.identifier, activationToken: nil))
        #expect(state.form != nil)
        _ = state.apply(.type(field: "server", "Hello"))
        #expect(!state.apply(.submit(activationToken: nil)).perform)
        #expect(state.question != nil)
        #expect(state.apply(.shareAnyway).perform)
    }

    @Test("A sheet that was opened with an option begins with the question")
    func asksAtOpening() {
        var state = Options.opened(with: [Options.chosen(Options.location)])
        _ = state.apply(Options.offer(), Options.inside())
        #expect(state.page == .activities)
        _ = state.apply(Options.made(1, [Options.copy("a.png")], [Options.place]))
        #expect(state.question?.attempt == nil && state.question != nil)
        var left = state
        #expect(state.apply(.shareAnyway) == [] && state.page == .activities)
        #expect(state.apply(Self.save).perform, "it was said already")
        #expect(left.apply(.back) == [] && left.page == .activities)
        #expect(!left.apply(Self.save).perform)
    }

    @Test("The question at the opening waits for the list, and not for a person who was faster")
    func asksInTime() {
        var request = SheetRequest(items: [Sheets.photo])
        request.options = [Options.chosen(Options.location)]
        var state = SheetState(request)
        _ = state.apply(.opened, .appeared, Options.offer())
        _ = state.apply(Options.made(1, [Options.copy("a.png")], [Options.place]))
        #expect(state.page == .listing)
        _ = state.apply(.listed(2, .success(Sheets.reply([Sheets.save]))))
        #expect(state.question != nil)
        state = Options.opened(with: [Options.chosen(Options.location)])
        _ = state.apply(
            Options.offer(), .showOptions(true), Options.made(1, [Options.copy("a.png")], [Options.place]))
        #expect(state.page == .activities && state.showsOptions)
    }

    @Test("The option that failed is the one to blame, and the lack of room is said in the person's language")
    func blames() {
        var state = Options.sheet()
        _ = state.apply(.switchOption(Options.smaller.identifier, true))
        _ = state.apply(.switchOption(Options.location.identifier, true))
        _ = state.apply(Options.failed(2, option: Options.smaller))
        #expect(Array(state.options.faults.keys) == [Options.smaller.identifier])
        var german = Sheets.listing([Sheets.save], locale: "de")
        _ = german.apply(.appeared, Options.offer(), Options.inside())
        _ = german.apply(
            .switchOption(Options.smaller.identifier, true), Options.failed(1, noRoom: true))
        #expect(german.options.faults.values.first?.hasSuffix(german.words.noRoom) == true)
    }
}
