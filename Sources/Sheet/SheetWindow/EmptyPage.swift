// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// Shown when there is nothing to list: a sentence, and programs that would add activities; while a late list
/// is awaited, a status.
final class EmptyPage: MessagePage {
    private let sentence: Widget
    private let missing: Widget
    private let hints: Widget
    private let edit: Widget

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let sentence = Widget.paragraph(class: "message", centred: true),
            let missing = Widget.paragraph(state.words.missing, class: "reason", centred: true),
            let hints = Widget.paragraph(class: "reason", centred: true),
            let edit = EditPage.opener(state.words, send)
        else { return nil }
        (self.sentence, self.missing, self.hints, self.edit) = (sentence, missing, hints, edit)
        sentence.makeStatus()
        super.init(
            [Widget.symbolicIcon("document-send-symbolic", size: 32), sentence, missing, hints],
            PageFooter([.init(state.words.cancel) { send(.leave) }]), beneath: [edit])
    }

    override func show(_ state: SheetState) {
        sentence.announce(state.page == .listing ? state.words.working : state.words.empty)
        // The person may have hidden every activity.
        edit.isVisible = state.page != .listing
        missing.isVisible = !state.hints.isEmpty
        hints.show(text: state.hints.joined(separator: "\n"))
    }
}
