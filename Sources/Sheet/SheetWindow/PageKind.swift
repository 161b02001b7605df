// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

enum PageKind: Hashable {
    case waiting, grid, items, options, empty, editing, progress
    case question(RemainingQuestion)
    /// A failure of an attempt, by number: the next attempt's failure gets a new page.
    case failure(Int)
    /// An activity's form; different questions of the same activity get a new page.
    case form(String, [Sheet.Field])

    /// The page for a state; nil to keep the current page.
    init?(_ state: SheetState) {
        switch state.page {
        case .listing: self = .waiting
        case .activities:
            self =
                state.showsOptions
                ? .options : state.showsItems ? .items : state.activities.isEmpty ? .empty : .grid
        case .form(let form): self = .form(form.identifier, form.fields)
        case .editing(let editing):
            guard editing.isAnswered else { return nil }
            self = .editing
        case .confirming(let question): self = .question(question)
        case .performing(let performing):
            guard performing.isShown else { return nil }
            self = .progress
        case .failed: self = .failure(state.attempts)
        case .ended: return nil
        }
    }
}

extension SheetState {
    /// Whether the page's content and order are unchanged. If not, a press may be meant for the former
    /// content.
    func isArranged(as before: SheetState) -> Bool {
        guard PageKind(self) == PageKind(before), showsOptions == before.showsOptions else { return false }
        return showsOptions
            ? options.offered == before.options.offered && options.faults == before.options.faults
            : activities == before.activities && items == before.items
    }
}
