// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// An activity on its way.
final class ProgressPage: Page {
    let widget: Widget
    let scroller: Widget
    private let image: ActivityImage
    private let title: Widget
    private let bar: ProgressBar
    private let status: Widget
    private let footer: PageFooter
    private var isCancelling = false

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL),
            let texts = Widget.box(GTK_ORIENTATION_VERTICAL, class: "page"), let image = ActivityImage(),
            let title = Widget.paragraph(class: "message", centred: true),
            let bar = ProgressBar(),
            let status = Widget.paragraph(class: "reason", centred: true),
            let scroller = Scroller.around(texts),
            let footer = PageFooter(
                [
                    .init(state.words.continueInBackground) { send(.continueInBackground) },
                    .init(state.words.cancel) { send(.cancel) },
                ], isStacked: true)
        else { return nil }
        (self.widget, self.scroller) = (widget, scroller)
        (self.image, self.title) = (image, title)
        (self.bar, self.status, self.footer) = (bar, status, footer)
        status.makeStatus()
        for part in [image.widget, title, bar.widget, status] { texts.append(part) }
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        gtk_widget_set_vexpand(texts, 1)
        gtk_widget_set_size_request(widget, -1, 280)
        for part in [gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), scroller, footer.widget] {
            widget.append(part)
        }
    }

    func show(_ state: SheetState) {
        guard case .performing(let performing) = state.page else { return }
        image.show(state.icons[performing.attempt.identifier])
        title.set(text: performing.attempt.title)
        bar.widget.set(name: performing.attempt.title)
        let words = state.words
        let working = performing.isPreparing ? words.preparing : words.working
        status.tell(performing.isCancelling ? words.cancelling : performing.status ?? working)
        bar.show(performing.isPreparing ? state.options.preparing?.fraction : performing.fraction)
        // Until something has begun it needs the window.
        footer.buttons.first?.isVisible = performing.hasBegun
        guard performing.isCancelling != isCancelling, let button = footer.buttons.last else { return }
        isCancelling = performing.isCancelling
        // Insensitive in name only: it would lose the focus, and a screen reader would say nothing of the
        // window.
        button.set(disabled: isCancelling)
        button.set(class: "unavailable", isCancelling)
    }

    func takeFocus() { footer.takeFocus() }
}
