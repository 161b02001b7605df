// SPDX-License-Identifier: Apache-2.0

import CGtk4
import ContentSelection
import SheetSession

/// A menu that moves an activity up or down without dragging. All rows share one menu, because creating one
/// takes as long as a row. It stays open in place, so repeated presses at one spot move the activity as far
/// as needed.
final class MoveMenu {
    private let popover: Widget
    private let parent: Widget
    private var steps: [(button: Widget, step: Int)] = []
    private var identifier: String?

    /// - Parameters:
    ///   - closed: called with the menu's activity, which gets the focus next.
    ///   - move: called with an activity and a step.
    init?(
        in parent: Widget, _ words: EditWords, closed: @escaping (String) -> Void,
        _ move: @escaping (String, Int) -> Void
    ) {
        guard let popover: Widget = gtk_popover_new(), let column = Widget.box(GTK_ORIENTATION_VERTICAL)
        else { return nil }
        (self.popover, self.parent) = (popover, parent)
        gtk_popover_set_child(popover.cast(), column)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_widget_set_parent(popover, parent)
        // Newer GTK releases would drop the focus.
        popover.signals.on("closed") { [weak self] in
            if let identifier = self?.identifier { closed(identifier) }
        }
        for (title, step) in [(words.moveUp, -1), (words.moveDown, 1)] {
            let button = Widget.button(title, classes: ["plain", "step"]) { [weak self] in
                if let identifier = self?.identifier { move(identifier, step) }
            }
            guard let button else { continue }
            column.append(button)
            steps.append((button, step))
        }
    }

    func open(_ identifier: String, at handle: Widget, _ editing: SheetEditing) {
        self.identifier = identifier
        show(editing)
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(handle, parent, 0, 0, &x, &y)
        var place = GdkRectangle(
            x: Int32(x), y: Int32(y), width: gtk_widget_get_width(handle),
            height: gtk_widget_get_height(handle))
        gtk_popover_set_pointing_to(popover.cast(), &place)
        gtk_popover_popup(popover.cast())
    }

    /// The activity that the menu moves; nil while it is closed.
    var moving: String? { popover.isVisible ? identifier : nil }

    /// Updates the buttons: at an end only one direction is possible.
    func show(_ editing: SheetEditing) {
        guard let identifier else { return }
        for (button, step) in steps {
            let canMove = editing.canMove(identifier, by: step)
            if !canMove, gtk_widget_has_focus(button) != 0 {
                gtk_widget_child_focus(popover, GTK_DIR_TAB_FORWARD)
            }
            gtk_widget_set_sensitive(button, canMove ? 1 : 0)
        }
    }
}
