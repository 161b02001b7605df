// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("What a sheet lists")
struct ListingTests {
    @Test("It asks for exactly what is shared, in its language and width")
    func asks() {
        var request = SheetRequest(items: [Sheets.photo, Sheets.note])
        request.exclude = ["io.activityd.print"]
        request.locale = "de_DE.UTF-8"
        request.isCompact = true
        var state = SheetState(request)
        let expected = Sheet.ListRequest(
            content: [Sheets.photo, Sheets.note], exclude: ["io.activityd.print"], locale: "de_DE.UTF-8",
            width: .compact)
        #expect(state.apply(.opened).last == .list(1, expected))
        #expect(state.page == .listing)
        #expect(state.words == .tables["de"])
    }

    @Test("Icons are asked for all together, once titles and theme are known")
    func icons() {
        var state = Sheets.listing([Sheets.save, Sheets.post])
        let all = [Sheets.save.identifier, Sheets.post.identifier]
        #expect(state.apply(.appearance(Sheets.black)) == [.icons(all, Sheets.black)])
        #expect(state.apply(.appearance(Sheets.black)) == [])

        let white = IconAppearance(tint: "#ffffff", pixels: 70)
        _ = state.apply(.icon(all[0], Sheets.black, png: [1]))
        #expect(state.icons == [all[0]: [1]])
        #expect(state.apply(.appearance(white)) == [.icons(all, white)])
        _ = state.apply(.icon(all[0], Sheets.black, png: [1]))
        #expect(state.icons == [:], "an icon of the former theme came too late")
    }

    @Test("An item that is taken out is listed without, and an older answer comes too late")
    func removing() {
        var state = Sheets.listing([Sheets.save], items: [Sheets.photo, Sheets.note])
        let effects = state.apply(.removeItem(0))
        #expect(effects.last == .list(2, Sheet.ListRequest(content: [Sheets.note], width: .regular)))
        _ = state.apply(.listed(1, .success(Sheets.reply([]))))
        #expect(state.activities == [Sheets.save])
        _ = state.apply(.listed(2, .success(Sheets.reply([Sheets.post]))))
        #expect(state.activities == [Sheets.post])
    }

    @Test("What is said about the items is performed with, and no longer once it is taken out")
    func caption() {
        var request = SheetRequest(items: [Sheets.photo])
        (request.caption, request.subject) = ("Look", "A photo")
        var state = SheetState(request)
        _ = state.apply(.opened, .listed(1, .success(Sheets.reply([Sheets.save]))), .showItems(true))
        let looked = state.apply(.appeared)
        #expect(
            looked.contains(
                .inspect(
                    1, Sheet.InspectRequest(content: [Sheets.photo], caption: "Look", subject: "A photo"))))
        var other = state
        let press = SheetEvent.choose(Sheets.save.identifier, activationToken: nil)
        #expect(Self.words(state.apply(.showItems(false), press)) == ["Look", "A photo"])
        _ = other.apply(.removeCaption)
        #expect(!other.showsItems && !other.isUntouched)
        #expect(Self.words(other.apply(press)) == [nil, "A photo"])
    }

    private static func words(_ effects: [SheetEffect]) -> [String?] {
        effects.flatMap { effect -> [String?] in
            if case .perform(let request) = effect { [request.caption, request.subject] } else { [] }
        }
    }

    @Test("The last item stays", arguments: [-1, 0, 1])
    func lastItem(index: Int) {
        var state = Sheets.listing([Sheets.save])
        #expect(state.apply(.removeItem(index)) == [])
        #expect(state.items == [Sheets.photo])
    }

    @Test("What shares files and is missing for the folders is named; without them nothing is asked")
    func folders() {
        let folder = Item(Representation(type: "inode/directory", uri: "file:///tmp/a"))
        var state = SheetState(SheetRequest(items: [Sheets.photo, folder]))
        guard case .listAsFiles(1, let asked) = state.apply(.opened).dropFirst().first else {
            Issue.record("It does not ask.")
            return
        }
        #expect(asked.content.map(\.representation.type) == ["image/png", "application/octet-stream"])
        let sharing = Sheet.Activity(identifier: "a.mail", title: "Mail", source: .system, category: .share)
        let acting = Sheet.Activity(identifier: "a.save", title: "Save", source: .system, category: .action)
        _ = state.apply(.listedAsFiles(0, []))
        _ = state.apply(.listedAsFiles(1, [sharing, acting]))
        _ = state.apply(.listed(1, .success(Sheets.reply([]))))
        #expect(state.titlesWithoutFolders == ["Mail"])
        let effects = state.apply(.removeItem(1))
        #expect(effects.count == 2)
        #expect(state.titlesWithoutFolders.isEmpty)
    }

    @Test("An empty sheet asks why, and says it")
    func empty() {
        var state = SheetState(SheetRequest(items: [Sheets.photo]))
        let effects = state.apply(.opened, .listed(1, .success(Sheets.reply([]))))
        #expect(effects == [.explain(1, Registry.ExplainRequest(content: [Sheets.photo]))])
        _ = state.apply(.explained(1, ["zip"]))
        #expect(state.page == .activities)
        #expect(state.hints == ["zip"])
    }

    @Test("A daemon that goes away is asked once more, not for ever")
    func reconnects() {
        var state = SheetState(SheetRequest(items: [Sheets.photo]))
        _ = state.apply(.opened)
        let again = state.apply(.listed(1, .failure(.disconnected)))
        #expect(again.last == .list(2, Sheet.ListRequest(content: [Sheets.photo], width: .regular)))
        #expect(state.apply(.listed(2, .failure(.disconnected))) == [])
        #expect(state.failure?.heading == state.words.noAnswer)
        #expect(state.apply(.tryAgain).count == 2)
        #expect(state.page == .listing)
    }

    @Test("Where nothing runs it says so, and leaving is a failure")
    func notRunning() {
        var state = SheetState(SheetRequest(items: [Sheets.photo]))
        _ = state.apply(.opened, .listed(1, .failure(.notRunning)))
        let reason = "\(state.words.noAnswer): \(state.words.unreachable)"
        #expect(state.apply(.leave) == [.end(.failed(reason: reason))])
        #expect(state.apply(.opened) == [], "what has ended does nothing more")
    }

    @Test("A list that comes while something runs turns no page, and nothing is performed twice")
    func lateList() {
        var state = Sheets.listing([Sheets.save], items: [Sheets.photo, Sheets.note])
        let press = SheetEvent.choose(Sheets.save.identifier, activationToken: nil)
        #expect(state.apply(.removeItem(0), press).count == 2)
        _ = state.apply(.listed(2, .success(Sheets.reply([Sheets.save]))))
        #expect(state.performing != nil)
        #expect(state.apply(press) == [])
        #expect(state.apply(.progress(Sheets.progress(.finished, result: .success))) == [.end(.performed)])
    }

    @Test("Nor does one that fails")
    func lateFailure() {
        var state = Sheets.listing([Sheets.post], items: [Sheets.photo, Sheets.note])
        _ = state.apply(.removeItem(0), .choose(Sheets.post.identifier, activationToken: nil))
        _ = state.apply(.listed(2, .failure(.notRunning)))
        #expect(state.form != nil)
    }
}
