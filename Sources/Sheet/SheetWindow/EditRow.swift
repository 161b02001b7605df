// SPDX-License-Identifier: Apache-2.0

import CGtk4
import ContentSelection
import SheetSession

final class EditRow {
    let widget: Widget
    let identifier: String
    var onMenu: ((Widget) -> Void)?
    /// Called with each step that the pointer drags the row, and with nil when it is released.
    var onDrag: ((Int?) -> Void)?
    enum Control { case handle, star, toggle }

    private let image: ActivityImage
    private let star: Widget
    private let mark: Widget
    private let toggle: SwitchField
    private var handle: Widget?
    private let title: String
    /// The reason why the activity cannot be switched; nil if it can.
    let lockReason: String?
    private var shown: EditedActivity
    private var isDragged = false

    init?(_ activity: EditedActivity, _ words: EditWords, _ send: @escaping (SheetEvent) -> Void) {
        guard let widget = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: "item"), let image = ActivityImage(),
            let texts = Widget.box(GTK_ORIENTATION_VERTICAL),
            let name = Widget.paragraph(activity.title, class: "name"),
            let star: Widget = gtk_toggle_button_new(), let mark = Star.make(size: 20),
            let toggle = SwitchField(
                activity.isListed, { send(.edit(.list(activity.identifier, $0))) })
        else { return nil }
        (self.widget, self.image, self.star, self.mark, self.toggle) = (widget, image, star, mark, toggle)
        (identifier, title, shown) = (activity.identifier, activity.title, activity)
        lockReason = activity.isLocked ? words.locked : nil
        widget.add(class: "edited")
        gtk_label_set_lines(name.opaque, 2)
        gtk_label_set_ellipsize(name.opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(name.opaque, 1)
        texts.append(name)
        if let lockReason { texts.append(Widget.paragraph(lockReason, class: "detail")) }
        for part in [texts, image.widget, star, toggle.widget] {
            gtk_widget_set_valign(part, GTK_ALIGN_CENTER)
        }
        for part in [image.widget, texts] { widget.append(part) }
        // GTK 4.8 gives assistive technology an action for buttons, but none for check buttons.
        star.set(role: GTK_ACCESSIBLE_ROLE_CHECKBOX)
        gtk_button_set_child(star.cast(), mark)
        star.add(class: "plain")
        star.add(class: "star")
        star.set(name: words.star(activity.title))
        toggle.widget.set(name: activity.title)
        gtk_widget_set_sensitive(toggle.widget, activity.isLocked ? 0 : 1)
        if let lockReason { for part in [star, toggle.widget] { part.set(description: lockReason) } }
        if activity.isCustom { addHandle(words) }
        widget.append(star)
        widget.append(toggle.widget)
        star.signals.on("toggled") { [weak self] in
            let isStarred = gtk_toggle_button_get_active(star.cast()) != 0
            if isStarred != self?.shown.isStarred { send(.edit(.star(activity.identifier, isStarred))) }
        }
    }

    /// Adds a handle that moves the activity: a button for the keyboard and assistive technology; a pointer
    /// can drag the whole row.
    private func addHandle(_ words: EditWords) {
        guard let handle: Widget = gtk_button_new() else { return }
        self.handle = handle
        handle.add(class: "plain")
        handle.add(class: "remove")
        gtk_button_set_child(handle.cast(), Widget.symbolicIcon("list-drag-handle-symbolic", size: 16))
        gtk_widget_set_valign(handle, GTK_ALIGN_CENTER)
        handle.set(name: words.move(title))
        handle.signals.on("clicked") { [weak self] in self?.onMenu?(handle) }
        widget.append(handle)
        guard let drag = gtk_gesture_drag_new() else { return }
        gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
        let gesture = SignalSource(drag)
        gesture.on(place: "drag-update") { [weak self] _, down in self?.drag(drag, down) }
        gesture.on(place: "drag-end") { [weak self] _, _ in self?.drop() }
        gtk_widget_add_controller(widget, drag)
    }

    /// Handles a drag. The row follows the pointer, so the offset restarts with each step.
    private func drag(_ gesture: OpaquePointer, _ offset: Double) {
        let height = Double(gtk_widget_get_height(widget))
        guard abs(offset) > height / 2 else { return }
        isDragged = true
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        onDrag?(offset < 0 ? -1 : 1)
    }

    private func drop() {
        if isDragged { onDrag?(nil) }
        isDragged = false
    }

    func show(_ activity: EditedActivity, _ icon: [UInt8]?) {
        shown = activity
        image.show(icon)
        gtk_toggle_button_set_active(star.cast(), activity.isStarred ? 1 : 0)
        Star.fill(mark, activity.isStarred)
        gtk4_set_state(star, GTK_ACCESSIBLE_STATE_CHECKED, activity.isStarred ? 1 : 0)
        // Only looks and reports as disabled: the arrow keys could not pass a row without a focus stop.
        star.set(disabled: !activity.hasStar)
        star.set(class: "unavailable", !activity.hasStar)
        toggle.show(activity.isListed)
    }

    var isAtEnd: Bool { focused == .toggle || shown.isLocked && focused == .star }

    var hasFocus: Bool { focused != nil }

    var focused: Control? {
        if gtk_widget_has_focus(star) != 0 { return .star }
        if gtk_widget_has_focus(toggle.widget) != 0 { return .toggle }
        return handle.map { gtk_widget_has_focus($0) != 0 } == true ? .handle : nil
    }

    /// Flips the focused switch, because the list's row receives the keys before the switch does.
    func flip() -> Bool {
        guard focused == .toggle else { return false }
        toggle.show(!toggle.isOn)
        return true
    }

    /// Moves to the control beside it; at an end the focus stays.
    func moveFocus(by step: Int) {
        let controls: [Control] =
            (handle == nil ? [] : [.handle]) + [.star] + (shown.isLocked ? [] : [.toggle])
        guard let focused, let index = controls.firstIndex(of: focused) else { return }
        if controls.indices.contains(index + step) { takeFocus(controls[index + step]) }
    }

    func takeFocus(_ control: Control) {
        let widget =
            switch control {
            case .handle: handle ?? star
            case .toggle: shown.isLocked ? star : toggle.widget
            case .star: star
            }
        gtk_widget_grab_focus(widget)
    }
}
