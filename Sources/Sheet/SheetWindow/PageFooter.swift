// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// The buttons below a page, of equal width: side by side, or stacked if their titles are long.
final class PageFooter {
    struct Choice {
        enum Weight {
            /// Leaves a page that has its own choices.
            case quiet
            case ordinary, suggested
        }

        let title: String
        let weight: Weight
        let press: () -> Void

        init(_ title: String, _ weight: Weight = .ordinary, _ press: @escaping () -> Void) {
            (self.title, self.weight, self.press) = (title, weight, press)
        }
    }

    let widget: Widget
    let buttons: [Widget]

    init?(_ choices: [Choice], isStacked: Bool = false) {
        let orientation = isStacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
        guard let widget = Widget.box(orientation, class: "footer") else { return nil }
        gtk_box_set_homogeneous(widget.cast(), 1)
        self.widget = widget
        buttons = choices.compactMap(Self.button)
        for button in buttons { widget.append(button) }
    }

    /// Focuses the last button, which continues, or the first, which leaves.
    func takeFocus(first: Bool = false) {
        if let button = first ? buttons.first : buttons.last { gtk_widget_grab_focus(button) }
    }

    private static func button(_ choice: Choice) -> Widget? {
        let names =
            switch choice.weight {
            case .quiet: ["pill", "quiet"]
            case .ordinary: ["pill"]
            case .suggested: ["pill", "suggested"]
            }
        // A minimal label width, because the grid decides the sheet's width.
        let button = Widget.button(choice.title, classes: names, length: 1, choice.press)
        if let button { gtk_widget_set_hexpand(button, 1) }
        return button
    }
}
