// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// The question whether copies are shared that may still hold what was to be removed.
final class QuestionPage: MessagePage {
    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        let words = state.words
        guard let heading = Widget.paragraph(state.warning ?? "", class: "message", centred: true),
            let reason = Widget.paragraph(
                words.maybeInside(state.privacyTitles), class: "reason", centred: true),
            let items = Widget.paragraph(
                state.unreadNames.joined(separator: "\n"), class: "reason", centred: true)
        else { return nil }
        heading.set(role: GTK_ACCESSIBLE_ROLE_ALERT)
        let sign = Widget.sign("dialog-warning-symbolic", size: 32)
        sign?.add(class: "fault")
        super.init(
            [sign, heading, reason, items],
            PageFooter([
                .init(words.back, isSuggested: true) { send(.back) },
                .init(words.shareAnyway) { send(.shareAnyway) },
            ]))
    }

    override func takeFocus() { footer.takeFocus(first: true) }
}
