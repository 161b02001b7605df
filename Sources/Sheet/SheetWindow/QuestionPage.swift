// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// Asks whether to share items that have, or may have, facts that an option should have removed.
final class QuestionPage: MessagePage {
    init?(
        _ question: RemainingQuestion, _ state: SheetState, _ send: @escaping (SheetEvent) -> Void
    ) {
        let (words, remaining) = (state.words, question.remaining)
        let sentences = state.sentences(about: remaining).joined(separator: "\n")
        guard let heading = Widget.paragraph(sentences, class: "message", centred: true),
            let reason = Widget.paragraph(
                words.maybeInside(state.privacyTitles), class: "reason", centred: true),
            let items = Widget.paragraph(
                state.names(remaining.items).joined(separator: "\n"), class: "reason", centred: true)
        else { return nil }
        reason.isVisible = !remaining.unread.isEmpty
        heading.set(role: GTK_ACCESSIBLE_ROLE_ALERT)
        let sign = Widget.symbolicIcon("dialog-warning-symbolic", size: 32)
        sign?.add(class: "fault")
        super.init(
            [sign, heading, reason, items],
            PageFooter([
                .init(words.back, .suggested) { send(.back) },
                .init(words.shareAnyway) { send(.shareAnyway) },
            ]))
    }

    override func takeFocus() { footer.takeFocus(first: true) }
}
