// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import SheetSession
import StrictJSON

final class ActivityButton: GridCell {
    private let identifier: String
    private let image: ActivityImage

    private static let starSize: Int32 = 12

    /// - Parameters:
    ///   - key: the cell's key in the first row; nil for the activity's own.
    ///   - firstRow: the first row's name, if the activity is in that row too.
    init?(
        _ activity: Sheet.Activity, _ caption: ActivityCaption, key: ExactText? = nil,
        firstRow: String? = nil,
        press: @escaping () -> Void
    ) {
        guard let image = ActivityImage(),
            let picture = firstRow == nil
                ? image.widget : image.widget.marked(by: Star.make(size: Self.starSize))
        else { return nil }
        (identifier, self.image) = (activity.identifier, image)
        super.init(
            key ?? ExactText(activity.identifier), caption.title, small: caption.small, picture)
        widget.set(name: caption.title)
        let descriptions = [activity.subtitle ?? caption.small, firstRow].compactMap(\.self)
        if !descriptions.isEmpty { widget.set(description: descriptions.joined(separator: ", ")) }
        widget.signals.on("clicked", press)
    }

    override var identifiers: [String] { [identifier] }

    override func show(_ state: SheetState) { image.show(state.icons[identifier]) }
}

extension Widget {
    fileprivate func marked(by star: Widget?) -> Widget? {
        guard let star, let overlay: Widget = gtk_overlay_new() else { return nil }
        Star.fill(star, true)
        star.add(class: "starred")
        gtk_widget_set_halign(star, GTK_ALIGN_END)
        gtk_widget_set_valign(star, GTK_ALIGN_START)
        gtk_overlay_set_child(overlay.opaque, self)
        gtk_overlay_add_overlay(overlay.opaque, star)
        gtk_widget_set_halign(overlay, GTK_ALIGN_CENTER)
        overlay.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        return overlay
    }
}
