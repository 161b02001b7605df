// SPDX-License-Identifier: Apache-2.0

import CGtk4
import SheetSession

/// A page below the window's head: content, with buttons below.
class Page {
    let widget: Widget
    /// Scrolls the part that may be too high for the screen.
    let scroller: Widget
    let footer: PageFooter

    /// - Parameters:
    ///   - content: the scrolled part.
    ///   - above, beneath: fixed parts above and below the content.
    init?(_ content: Widget?, _ footer: PageFooter?, above: [Widget?] = [], beneath: [Widget?] = []) {
        guard let widget = Widget.box(GTK_ORIENTATION_VERTICAL), let scroller = Scroller.around(content),
            let footer
        else { return nil }
        (self.widget, self.scroller, self.footer) = (widget, scroller, footer)
        for part in above + [scroller] + beneath + [footer.widget] { widget.append(part) }
    }

    /// Updates the page to the state; focus and unfinished text stay.
    func show(_ state: SheetState) {}

    func takeFocus() { footer.takeFocus() }
}

/// A page with a short, centred message.
class MessagePage: Page {
    init?(_ parts: [Widget?], _ footer: PageFooter?, beneath: [Widget?] = []) {
        guard let texts = Widget.box(GTK_ORIENTATION_VERTICAL, class: "page") else { return nil }
        for part in parts { texts.append(part) }
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        gtk_widget_set_vexpand(texts, 1)
        super.init(texts, footer, above: [Widget.separator], beneath: beneath)
        gtk_widget_set_size_request(widget, -1, 280)
    }
}
