// SPDX-License-Identifier: Apache-2.0

import CGtk4

/// The buttons beneath a page, of equal width: side by side, or one above the other where their titles are long.
final class PageFooter {
    struct Choice {
        enum Weight {
            /// Leads away from a page whose choices are its own.
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

    /// On the last, which is the one that goes on, or on the first, which leads away.
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
        // The sheet's width is the grid's.
        let button = Widget.button(choice.title, classes: names, length: 1, choice.press)
        if let button { gtk_widget_set_hexpand(button, 1) }
        return button
    }
}
