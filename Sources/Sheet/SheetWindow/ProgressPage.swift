// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

final class ProgressPage: MessagePage {
    private let image: ActivityImage
    private let title: Widget
    private let bar: ProgressBar
    private let status: Widget
    /// Remaining time below the status; its space is reserved from the start.
    private let left: Widget
    private var remaining = RemainingTime()

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let image = ActivityImage(), let title = Widget.paragraph(class: "message", centred: true),
            let bar = ProgressBar(), let status = Widget.paragraph(class: "reason", centred: true),
            let left = Widget.paragraph(class: "reason", centred: true)
        else { return nil }
        (self.image, self.title, self.bar, self.status, self.left) = (image, title, bar, status, left)
        status.makeStatus()
        // A screen reader gets the remaining time with the bar.
        left.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        let footer = PageFooter(
            [
                .init(state.words.continueInBackground) { send(.continueInBackground) },
                .init(state.words.cancel) { send(.cancel) },
            ], isStacked: true)
        super.init([image.widget, title, bar.widget, status, left], footer)
    }

    override func show(_ state: SheetState) {
        guard case .performing(let performing) = state.page else { return }
        image.show(state.icons[performing.attempt.identifier])
        title.set(text: performing.attempt.title)
        bar.widget.set(name: performing.attempt.title)
        let words = state.words
        let working = performing.isPreparing ? words.preparing : words.working
        status.announce(performing.isCancelling ? words.cancelling : performing.status ?? working)
        let fraction = performing.isPreparing ? state.options.preparing?.fraction : performing.fraction
        bar.show(fraction)
        show(performing.isCancelling ? nil : remaining.estimate(fraction, at: .now), words)
        // An activity needs the window until it has begun, and a cancelled one should not continue.
        footer.buttons.first?.isVisible = performing.hasBegun && !performing.isCancelling
    }

    private func show(_ time: String?, _ words: Words) {
        let text = time.map(words.left) ?? ""
        if left.set(text: text) { bar.widget.set(description: text) }
    }
}
