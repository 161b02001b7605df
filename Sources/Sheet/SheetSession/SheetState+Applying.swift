// SPDX-License-Identifier: Apache-2.0

import ActivityInterface

/// Applying events.
extension SheetState {
    /// An event that comes too late, or that the page has no use for, changes nothing.
    package mutating func apply(_ event: SheetEvent) -> [SheetEffect] {
        if case .ended = page { return [] }
        switch event {
        case .opened: return list()
        case .choose(let identifier, let token): return choose(identifier, token)
        case .type(let field, let text): type(text, into: field)
        case .submit(let token): return submit(token)
        case .back: back()
        case .tryAgain: return tryAgain()
        case .cancel: return cancel()
        case .leave: return leave()
        case .close: return close()
        case .continueInBackground: return hide()
        case .showItems(let isShown): showsItems = isShown
        case .removeItem(let index): return removeItem(index)
        case .closedByCaller: return closedByCaller()
        case .programEnds(let isLast): return programEnds(isLast)
        case .appearance(let appearance): return appear(appearance)
        case .listed(let number, let answer): return number == listing ? listed(answer) : []
        case .listedAsFiles(let number, let activities): if number == listing { listedAsFiles = activities }
        case .icon(let identifier, let appearance, let png): keep(png, of: identifier, appearance)
        case .explained(let number, let hints): if number == listing { self.hints = hints }
        case .asked(let identifier, let answer): return asked(identifier, answer)
        case .progress(let progress): return self.progress(progress)
        case .lost(let fault): return lost(fault)
        case .notCancelled: notCancelled()
        case .progressIsDue(let number): if number == attempts { showProgress() }
        }
        return []
    }

    private mutating func listed(_ answer: Result<Sheet.ListReply, ServiceFault>) -> [SheetEffect] {
        switch answer {
        case .success(let reply): listed(reply)
        case .failure(let fault): failedListing(fault)
        }
    }

    private mutating func keep(_ png: [UInt8]?, of identifier: String, _ appearance: IconAppearance) {
        guard appearance == self.appearance, activity(identifier) != nil else { return }
        icons[identifier] = png
    }

    private mutating func showProgress() {
        guard case .performing(var performing) = page else { return }
        performing.isShown = true
        page = .performing(performing)
    }
}
