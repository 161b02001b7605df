// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

enum PageKind: Hashable {
    case waiting, grid, items, options, empty, editing, progress
    case question(RemainingQuestion)
    /// A failure of an attempt, by its number: the next one takes a page of its own.
    case failure(Int)
    /// An activity's form; other questions of the same activity get a page of their own.
    case form(String, [Sheet.Field])

    /// The page for a state; nil if the one that is shown stays.
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
    /// Whether the things on the page and their order are those of before. If not, a press may be for something that was there
    /// then.
    func isArranged(as before: SheetState) -> Bool {
        guard PageKind(self) == PageKind(before), showsOptions == before.showsOptions else { return false }
        return showsOptions
            ? options.offered == before.options.offered && options.faults == before.options.faults
            : activities == before.activities && items == before.items
    }
}
