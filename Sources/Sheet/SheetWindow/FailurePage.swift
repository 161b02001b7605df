// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

final class FailurePage: MessagePage {
    private let heading: Widget
    private let reason: Widget
    private let more: Disclosure
    private let details: Widget
    private let subject: SheetFailure.Subject

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        weak var page: FailurePage?
        guard case .failed(let failure) = state.page,
            let heading = Widget.paragraph(class: "message", centred: true),
            let reason = Widget.paragraph(class: "reason", centred: true),
            let opener = Widget.box(GTK_ORIENTATION_HORIZONTAL, spacing: 4), let arrow = Disclosure.arrow,
            let label: Widget = gtk_label_new(state.words.details),
            let details = Widget.paragraph(class: "code"),
            let more = Disclosure(opener, arrow: arrow, { page?.show(details: $0) })
        else { return nil }
        (self.heading, self.reason, self.more, self.details) = (heading, reason, more, details)
        subject = failure.subject
        heading.set(role: GTK_ACCESSIBLE_ROLE_ALERT)
        label.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        for part in [arrow, label] { opener.append(part) }
        more.button.add(class: "details")
        more.button.set(name: state.words.details)
        gtk_widget_set_halign(more.button, GTK_ALIGN_CENTER)
        gtk_label_set_selectable(details.opaque, 1)
        details.isVisible = false
        let sign = Widget.symbolicIcon("dialog-warning-symbolic", size: 32)
        sign?.add(class: "fault")
        super.init(
            [sign, heading, reason, more.button, details], PageFooter(Self.choices(failure, state, send)))
        page = self
    }

    private func show(details isOpen: Bool) {
        more.show(isOpen: isOpen)
        details.isVisible = isOpen
    }

    /// The buttons. Without a list, or with options unknown, there is no page to go back to. Enter does not
    /// press a button that would repeat an activity.
    private static func choices(
        _ failure: SheetFailure, _ state: SheetState, _ send: @escaping (SheetEvent) -> Void
    ) -> [PageFooter.Choice] {
        let words = state.words
        guard failure.subject.canReturnToList else {
            return [
                .init(words.cancel) { send(.leave) }, .init(words.tryAgain, .suggested) { send(.tryAgain) },
            ]
        }
        return [.init(words.back, .suggested) { send(.back) }, .init(words.tryAgain) { send(.tryAgain) }]
    }

    override func show(_ state: SheetState) {
        guard case .failed(let failure) = state.page else { return }
        heading.set(text: failure.heading)
        reason.set(text: failure.reason)
        details.set(text: failure.details ?? "")
        more.button.isVisible = failure.details != nil
    }

    override func takeFocus() { footer.takeFocus(first: subject.canReturnToList) }
}
