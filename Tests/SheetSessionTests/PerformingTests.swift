// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("Performing from a sheet")
struct PerformingTests {
    private static let perform = SheetEffect.perform(
        Sheet.PerformRequest(
            identifier: Sheets.save.identifier, content: [Sheets.photo], activationToken: "token"))

    @Test("A second press while it begins performs nothing")
    func pressedTwice() {
        var state = Sheets.listing([Sheets.save])
        let press = SheetEvent.choose(Sheets.save.identifier, activationToken: "token")
        #expect(state.apply(press) == [Self.perform, .awaitProgress(1)])
        #expect(state.apply(press) == [])
    }

    @Test("Progress is shown when the quiet time is over, and of this attempt")
    func quietTime() {
        var state = Sheets.saving()
        _ = state.apply(.progressIsDue(0))
        #expect(state.performing?.isShown == false)
        _ = state.apply(.progressIsDue(1))
        #expect(state.performing?.isShown == true)
    }

    @Test("The newest progress stands, and a status stays until there is another")
    func progress() {
        var state = Sheets.saving()
        var running = Sheets.progress(.running)
        (running.fraction, running.status) = (0.25, "Copying")
        _ = state.apply(.progress(running))
        (running.fraction, running.status) = (0.5, nil)
        _ = state.apply(.progress(running))
        #expect(state.performing?.fraction == 0.5)
        #expect(state.performing?.status == "Copying")
    }

    @Test("Success ends the sheet")
    func success() {
        var state = Sheets.saving()
        let effects = state.apply(.progress(Sheets.progress(.finished, result: .success)))
        #expect(effects == [.end(.performed)])
    }

    @Test("A failure stays, and trying again performs the same once more")
    func failure() {
        var state = Sheets.listing([Sheets.save])
        _ = state.apply(
            .choose(Sheets.save.identifier, activationToken: "token"), .progress(Sheets.progress(.started)),
            .progress(Sheets.progress(.finished, result: .failure, reason: "The disk is full.")))
        #expect(state.failure?.reason == "The disk is full.")
        #expect(state.failure?.heading == state.words.failed("Save"))
        #expect(state.apply(.tryAgain) == [Self.perform, .awaitProgress(2)])
    }

    @Test("A failure that is left is the outcome; Back is not")
    func leavingAFailure() {
        var state = Sheets.saving()
        _ = state.apply(.progress(Sheets.progress(.finished, result: .failure, reason: "No room.")))
        var back = state
        #expect(back.apply(.back, .leave) == [.end(.left)])
        let sentence = state.words.failed("Save") + ": No room."
        #expect(state.apply(.leave) == [.end(.failed(reason: sentence))])
    }

    @Test("Cancel waits for the unit, and its end is a leaving")
    func cancelling() {
        var state = Sheets.saving(started: false)
        #expect(state.apply(.cancel) == [])
        let unit = Sheets.progress(.started).unit
        #expect(state.apply(.progress(Sheets.progress(.started))) == [.cancel(unit: unit)])
        #expect(state.apply(.progress(Sheets.progress(.finished, result: .cancelled))) == [.end(.left)])
    }

    @Test(
        "Escape and Cancel cancel what runs, and the second one closes the window", arguments: [true, false])
    func leaving(isEscape: Bool) {
        let press = isEscape ? SheetEvent.leave : .cancel
        var state = Sheets.saving()
        #expect(state.apply(press) == [.cancel(unit: Sheets.progress(.started).unit)])
        #expect(state.apply(press) == [.hide])
        #expect(state.apply(press) == [])
        #expect(state.apply(.progress(Sheets.progress(.finished, result: .cancelled))) == [.end(.left)])
        // A daemon that hangs has not named a unit, so a second press hides the sheet.
        var hanging = Sheets.saving(started: false)
        #expect(hanging.apply(press) == [])
        #expect(hanging.apply(press) == [.hide])
    }

    @Test(
        "Closing leaves from each page of what is shared, and Escape goes back",
        arguments: [SheetEvent.showItems(true), .showOptions(true)])
    func pages(opening: SheetEvent) {
        var state = Options.sheet()
        #expect(state.apply(opening, .close) == [.end(.left)])
        state = Options.sheet()
        #expect(state.apply(opening, .leave) == [])
        #expect(!state.showsItems && !state.showsOptions)
        #expect(state.apply(.leave) == [.end(.left)])
    }

    @Test("The window's close button closes at once, and cancels what runs")
    func closing() {
        let cancel = SheetEffect.cancel(unit: Sheets.progress(.started).unit)
        var state = Sheets.saving()
        #expect(state.apply(.close) == [cancel, .hide])
        var heedless = state
        #expect(state.apply(.progress(Sheets.progress(.finished, result: .cancelled))) == [.end(.left)])
        let done = SheetNotice(title: state.words.finished("Save"))
        #expect(
            heedless.apply(.progress(Sheets.progress(.finished, result: .success)))
                == [.notify(done), .end(.performed)])
        var cancelling = Sheets.saving()
        #expect(cancelling.apply(.leave, .close) == [.hide])
    }

    @Test("What runs goes on in the background, and tells how it ended", arguments: [true, false])
    func hiding(succeeds: Bool) {
        var state = Sheets.saving()
        #expect(state.apply(.continueInBackground) == [.hide])
        #expect(state.apply(.continueInBackground) == [])
        if succeeds {
            let notice = SheetNotice(title: state.words.finished("Save"))
            let effects = state.apply(.progress(Sheets.progress(.finished, result: .success)))
            return #expect(effects == [.notify(notice), .end(.performed)])
        }
        let effects = state.apply(
            .progress(Sheets.progress(.finished, result: .failure, reason: "No room.")))
        let heading = state.words.failed("Save")
        #expect(
            effects == [
                .notify(SheetNotice(title: heading, body: "No room.")),
                .end(.failed(reason: heading + ": No room.")),
            ])
    }

    @Test("A daemon that goes away before it named a unit: not performed again, and the person is told")
    func lostBeforeStarting() {
        var state = Sheets.saving(started: false)
        #expect(state.apply(.lost(.disconnected)) == [])
        #expect(state.failure?.heading == state.words.unknown("Save"))
    }

    @Test("A daemon that goes away later is asked what became of it, once until it answers")
    func lostLater() {
        var state = Sheets.saving()
        let unit = Sheets.progress(.started).unit
        #expect(state.apply(.lost(.disconnected)) == [.follow(unit: unit)])
        #expect(state.apply(.progress(Sheets.progress(.running))) == [])
        #expect(state.apply(.lost(.disconnected)) == [.follow(unit: unit)])
        #expect(state.apply(.lost(.disconnected)) == [])
        #expect(state.failure?.heading == state.words.unknown("Save"))
    }

    @Test("A refusal is a failure, with the daemon's words under Details")
    func refused() {
        var state = Sheets.saving(started: false)
        _ = state.apply(
            .lost(
                .refused(.notApplicable(identifier: "save", code: .tooLarge, reason: "It is too large."))))
        #expect(state.failure?.details == "It is too large.")
        #expect(state.failure?.heading == state.words.failed("Save"))
    }

    @Test("A caller that goes away closes the sheet, and what runs goes on")
    func callerLeaves() {
        for var state in [Sheets.listing([Sheets.save]), Sheets.listing([])] {
            #expect(state.apply(.closedByCaller) == [.end(.refused(.serviceGone))])
            #expect(state.apply(.leave) == [])
        }
        var saving = Sheets.saving()
        #expect(saving.apply(.closedByCaller) == [.hide])
        let notice = SheetNotice(title: saving.words.finished("Save"))
        #expect(
            saving.apply(.progress(Sheets.progress(.finished, result: .success)))
                == [.notify(notice), .end(.performed)])
    }

    @Test(
        "Once it has begun, what keeps its end from being told leaves that end open",
        arguments: [ServiceFault.notRunning, .refused(.noSuchUnit(unit: "activity-1.service"))])
    func endUnknown(fault: ServiceFault) {
        var state = Sheets.saving()
        _ = state.apply(.lost(.disconnected), .lost(fault))
        #expect(state.failure?.heading == state.words.unknown("Save"))
    }

    @Test("A cancel that did not get through can be pressed again, and goes on with a new daemon")
    func cancelLost() {
        var state = Sheets.saving()
        let unit = Sheets.progress(.started).unit
        #expect(state.apply(.cancel) == [.cancel(unit: unit)])
        #expect(state.apply(.lost(.disconnected)) == [.follow(unit: unit), .cancel(unit: unit)])
        _ = state.apply(.notCancelled(unit: unit))
        #expect(state.performing?.isCancelling == false)
        #expect(state.apply(.cancel) == [.cancel(unit: unit)])
    }

    @Test("Each attempt may lose the daemon once")
    func reconnectsEachTime() {
        var state = Sheets.saving()
        let unit = Sheets.progress(.started).unit
        _ = state.apply(
            .lost(.disconnected), .progress(Sheets.progress(.finished, result: .failure)), .back,
            .choose(Sheets.save.identifier, activationToken: nil), .progress(Sheets.progress(.started)))
        #expect(state.apply(.lost(.disconnected)) == [.follow(unit: unit)])
    }

    @Test(
        "Show is offered for a file alone",
        arguments: [("file:///home/ada/a.png", true), ("https://example.org/a.png", false)])
    func shows(uri: String, isShown: Bool) {
        var state = Sheets.saving()
        var end = Sheets.progress(.finished, result: .success)
        end.made = [Sheet.Made(type: "image/png", uri: uri)]
        let title = isShown ? "Saved to ada" : state.words.finished("Save")
        let notice = SheetNotice(title: title, body: "a.png", shows: isShown ? uri : nil)
        #expect(state.apply(.progress(end)) == [.notify(notice), .end(.performed)])
    }

    @Test(
        "A notification says in the past tense what has happened",
        arguments: [
            (["/home/ada/Bilder%20von%20mir/a.png"], nil, "Saved to Bilder von mir"),
            (["/home/ada/a.png", "/home/ada/b.png"], nil, "Saved to ada"),
            (["/home/ada/a.png", "/tmp/b.png"], nil, "“Save” is done"),
            (["/home/ada/.local/share/activityd/reading-list.txt"], nil, "“Save” is done"),
            (["/home/ada/a.png"], "Two pictures made smaller.", "Two pictures made smaller."),
        ] as [([String], String?, String)])
    func past(_ paths: [String], _ status: String?, _ title: String) {
        var state = Sheets.saving()
        var end = Sheets.progress(.finished, result: .success)
        end.status = status
        end.made = paths.map { Sheet.Made(type: "image/png", uri: "file://" + $0) }
        guard case .notify(let notice)? = state.apply(.progress(end)).first else {
            Issue.record("no notification")
            return
        }
        #expect(notice.title == title)
    }

    @Test("A service that ends leaves to what runs what it was given")
    func serviceEnds() {
        var state = Sheets.saving()
        let title = state.words.unknown("Save")
        #expect(state.apply(.programEnds(isLast: false)) == [])
        #expect(
            state.apply(.programEnds(isLast: true))
                == [.notify(SheetNotice(title: title)), .end(.failed(reason: title))])
    }
}
