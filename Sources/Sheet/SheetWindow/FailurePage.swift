// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// The page of a failure: what went wrong, why, and what can be done about it.
final class FailurePage: Page {
    let widget: Widget
    let scroller: Widget
    private let heading: Widget
    private let reason: Widget
    private let more: Widget
    private let details: Widget
    private let footer: PageFooter
    private let subject: SheetFailure.Subject

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard case .failed(let failure) = state.page,
            let widget = Widget.box(GTK_ORIENTATION_VERTICAL),
            let texts = Widget.box(GTK_ORIENTATION_VERTICAL, class: "page"),
            let heading = Widget.paragraph(class: "message", centred: true),
            let reason = Widget.paragraph(class: "reason", centred: true),
            let more: Widget = gtk_toggle_button_new(),
            let opener = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 4),
            let arrow = Widget.sign("pan-down-symbolic", size: 16),
            let label: Widget = gtk_label_new(state.words.details),
            let details = Widget.paragraph(class: "code"), let scroller = Scroller.around(texts),
            let footer = PageFooter(Self.choices(failure, state, send))
        else { return nil }
        (self.widget, self.scroller) = (widget, scroller)
        (self.heading, self.reason) = (heading, reason)
        (self.more, self.details, self.footer) = (more, details, footer)
        subject = failure.subject
        heading.set(role: GTK_ACCESSIBLE_ROLE_ALERT)
        label.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        opener.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        for part in [arrow, label] { opener.append(part) }
        gtk_button_set_child(more.cast(), opener)
        for name in ["plain", "details"] { more.add(class: name) }
        more.set(name: state.words.details)
        more.set(expanded: false)
        gtk_widget_set_halign(more, GTK_ALIGN_CENTER)
        gtk_label_set_selectable(details.opaque, 1)
        details.isVisible = false
        // GTK's own expander keeps the focus from Tab.
        more.signals.on("toggled") {
            let isOpen = gtk_toggle_button_get_active(more.cast()) != 0
            details.isVisible = isOpen
            more.set(expanded: isOpen)
            gtk_image_set_from_icon_name(arrow.opaque, isOpen ? "pan-up-symbolic" : "pan-down-symbolic")
        }
        let sign = Widget.sign("dialog-error-symbolic", size: 32)
        sign?.add(class: "fault")
        for part in [sign, heading, reason, more, details] { texts.append(part) }
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(widget, -1, 280)
        for part in [gtk_separator_new(GTK_ORIENTATION_HORIZONTAL), scroller, footer.widget] {
            widget.append(part)
        }
    }

    /// Without a list there is nothing to go back to.
    private static func choices(
        _ failure: SheetFailure, _ state: SheetState, _ send: @escaping (SheetEvent) -> Void
    ) -> [PageFooter.Choice] {
        let words = state.words
        let away =
            failure.subject == .listing
            ? PageFooter.Choice(words.cancel) { send(.leave) } : PageFooter.Choice(words.back) { send(.back) }
        return [away, .init(words.tryAgain, isSuggested: true) { send(.tryAgain) }]
    }

    func show(_ state: SheetState) {
        guard case .failed(let failure) = state.page else { return }
        heading.set(text: failure.heading)
        reason.set(text: failure.reason)
        details.set(text: failure.details ?? "")
        more.isVisible = failure.details != nil
    }

    /// Not on what would do a deed once more; to list again is none.
    func takeFocus() { footer.takeFocus(first: subject != .listing) }
}
