// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// The sentence that stands where there is nothing to list, with what would have to be installed; before a
/// late list, the word that it is on its way.
final class EmptyPage: Page {
    let widget: Widget
    let scroller: Widget
    private let sentence: Widget
    private let missing: Widget
    private let hints: Widget
    private let edit: Widget
    private let footer: PageFooter

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL),
            let texts = Widget.box(GTK_ORIENTATION_VERTICAL, class: "page"),
            let sentence = Widget.paragraph(class: "message", centred: true),
            let missing = Widget.paragraph(state.words.missing, class: "reason", centred: true),
            let hints = Widget.paragraph(class: "reason", centred: true),
            let scroller = Scroller.around(texts), let edit = EditButton.make(state.words, send),
            let footer = PageFooter([.init(state.words.cancel) { send(.leave) }])
        else { return nil }
        (self.widget, self.scroller) = (widget, scroller)
        (self.sentence, self.missing) = (sentence, missing)
        (self.hints, self.edit, self.footer) = (hints, edit, footer)
        sentence.makeStatus()
        let sign = Widget.sign("document-send-symbolic", size: 32)
        for part in [sign, sentence, missing, hints] { texts.append(part) }
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        gtk_widget_set_vexpand(texts, 1)
        gtk_widget_set_size_request(widget, -1, 280)
        for part in [gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), scroller, edit, footer.widget] {
            widget.append(part)
        }
    }

    func show(_ state: SheetState) {
        sentence.tell(state.page == .listing ? state.words.working : state.words.empty)
        // The person may have hidden every activity.
        edit.isVisible = state.page != .listing
        missing.isVisible = !state.hints.isEmpty
        hints.isVisible = !state.hints.isEmpty
        hints.set(text: state.hints.joined(separator: "\n"))
    }

    func takeFocus() { footer.takeFocus() }
}
