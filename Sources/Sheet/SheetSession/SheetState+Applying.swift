// SPDX-License-Identifier: Apache-2.0

import ActivityInterface

extension SheetState {
    /// Applies an event; late events, and events that the page does not expect, have no effect.
    package mutating func apply(_ event: SheetEvent) -> [SheetEffect] {
        if case .ended = page {
            switch event {
            // A cancelled preparation can be stopped only once its first reply has named the unit.
            case .prepared(let number, let answer): return prepared(number, answer)
            case .edit(.changed(let number, let fault)): return edit(.changed(number, fault))
            default: return []
            }
        }
        switch event {
        case .opened: return list()
        case .choose(let identifier, let token): return choose(identifier, token)
        case .chooseTarget(let target, let token): return choose(target, token)
        case .type(let field, let text): type(text, into: field)
        case .submit(let token): return submit(token)
        case .back: return back()
        case .tryAgain: return tryAgain()
        case .shareAnyway: return shareAnyway()
        case .cancel: return cancel()
        case .leave: return leave()
        case .close: return close()
        case .continueInBackground: return hide()
        case .editActivities: return edit()
        case .edit(let event): return edit(event)
        case .showItems(let isShown): show(items: isShown)
        case .showOptions(let isShown): show(options: isShown)
        case .switchOption(let identifier, let isOn): return switchOption(identifier, isOn)
        case .answerOption(let identifier, let field, let answer):
            return answerOption(identifier, field, answer)
        case .removeItem(let index): return removeItem(index)
        case .removeCaption: return removeCaption()
        case .focusLost: return focusLost()
        case .closedByCaller: return closedByCaller()
        case .programEnds(let isLast): return programEnds(isLast)
        case .appeared: return appeared()
        case .appearance(let appearance): return appear(appearance)
        case .painted(let room): if awaitsPaint { quickAccess.freeze(room: room) }
        case .targets(let number, let reply): if number == listing { setTargets(reply) }
        case .listed(let number, let answer): return number == listing ? listed(answer) : []
        case .listedAsFiles(let number, let activities): if number == listing { listedAsFiles = activities }
        case .offered(let number, let answer): return offered(number, answer)
        case .inspected(let number, let answer): return inspected(number, answer)
        case .found(let number, let answer): return found(number, answer)
        case .prepared(let number, let answer): return prepared(number, answer)
        case .icon(let identifier, let appearance, let png): storeIcon(png, of: identifier, appearance)
        case .explained(let number, let hints): if number == listing { self.hints = hints }
        case .asked(let number, let answer): return asked(number, answer)
        case .progress(let progress): return self.progress(progress)
        case .lost(let fault): return lost(fault)
        // The call failed, so the person may cancel again.
        case .notCancelled(let unit): if performing?.unit == unit { performing?.isCancelling = false }
        case .progressIsDue(let number): if number == attempts { performing?.isShown = true }
        }
        return []
    }

    private mutating func listed(_ answer: Result<Sheet.ListReply, ServiceFault>) -> [SheetEffect] {
        answered = listing
        switch answer {
        case .success(let reply): return listed(reply)
        case .failure(let fault): return failedListing(fault)
        }
    }

    private mutating func storeIcon(_ png: [UInt8]?, of identifier: String, _ appearance: IconAppearance) {
        guard appearance == self.appearance, activity(identifier) != nil || isInSight(identifier) else {
            return
        }
        icons[identifier] = png
    }
}
