// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// The page of an activity whose program offers nothing to choose: the activity's name and a sentence instead
/// of its form.
final class NothingPage: MessagePage {
    /// Returns nil unless the state shows a form with a required choice that has no options.
    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard case .form(let form) = state.page, form.offersNothing,
            let heading = Widget.paragraph(form.title, class: "message", centred: true),
            let sentence = Widget.paragraph(class: "reason", centred: true)
        else { return nil }
        heading.set(role: GTK_ACCESSIBLE_ROLE_HEADING)
        sentence.makeStatus()
        sentence.announce(state.words.nothingOffered)
        super.init([heading, sentence], PageFooter([.init(state.words.back) { send(.back) }]))
    }
}
