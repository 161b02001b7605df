// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SessionBus
import SheetSession

/// An activity on its way.
final class ProgressPage: Page {
    /// Between two beats of the bar while the activity does not say how far it is.
    private static let pulse = Duration.milliseconds(80)

    let widget: Widget
    let scroller: Widget
    private let image: ActivityImage
    private let title: Widget
    private let bar: Widget
    private let status: Widget
    private let footer: PageFooter
    private var pulsing: Source?
    private var isCancelling = false

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL),
            let texts = Widget.box(GTK_ORIENTATION_VERTICAL, class: "page"), let image = ActivityImage(),
            let title = Widget.paragraph(class: "message", centred: true),
            let bar: Widget = gtk_progress_bar_new(),
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
        for part in [image.widget, title, bar, status] { texts.append(part) }
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
        bar.set(name: performing.attempt.title)
        let words = state.words
        status.tell(performing.isCancelling ? words.cancelling : performing.status ?? words.working)
        show(performing.fraction)
        // Questions that are still on their way need the window.
        footer.buttons.first?.isVisible = !performing.isAsking
        guard performing.isCancelling != isCancelling, let button = footer.buttons.last else { return }
        isCancelling = performing.isCancelling
        // Insensitive in name only: it would lose the focus, and a screen reader would say nothing of the
        // window.
        button.set(disabled: isCancelling)
        button.set(class: "unavailable", isCancelling)
    }

    private func show(_ fraction: Double?) {
        if let fraction {
            pulsing = nil
            gtk_progress_bar_set_fraction(bar.opaque, min(1, max(0, fraction)))
        } else if pulsing == nil {
            beat()
        }
    }

    private func beat() {
        guard Motion.isWanted else { return pulsing = nil }
        gtk_progress_bar_pulse(bar.opaque)
        pulsing = Source(after: Self.pulse) { [weak self] in self?.beat() }
    }

    func takeFocus() { footer.takeFocus() }
}

enum Motion {
    /// Whether the person has not asked for less of it.
    static var isWanted: Bool {
        guard let settings = gtk_settings_get_default() else { return false }
        return gtk4_get_flag(UnsafeMutableRawPointer(settings), "gtk-enable-animations") != 0
    }
}
