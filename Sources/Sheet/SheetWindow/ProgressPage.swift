// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4
import ContentSelection
import SheetSession

/// An activity on its way.
final class ProgressPage: MessagePage {
    private let image: ActivityImage
    private let title: Widget
    private let bar: ProgressBar
    private let status: Widget
    private var isCancelling = false

    init?(_ state: SheetState, _ send: @escaping (SheetEvent) -> Void) {
        guard let image = ActivityImage(), let title = Widget.paragraph(class: "message", centred: true),
            let bar = ProgressBar(), let status = Widget.paragraph(class: "reason", centred: true)
        else { return nil }
        (self.image, self.title, self.bar, self.status) = (image, title, bar, status)
        status.makeStatus()
        let footer = PageFooter(
            [
                .init(state.words.continueInBackground) { send(.continueInBackground) },
                .init(state.words.cancel) { send(.cancel) },
            ], isStacked: true)
        super.init([image.widget, title, bar.widget, status], footer)
    }

    override func show(_ state: SheetState) {
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
}
