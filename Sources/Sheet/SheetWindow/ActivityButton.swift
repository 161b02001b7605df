// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import CGtk4
import SheetSession
import StrictJSON

/// One activity, by its icon.
final class ActivityButton: GridCell {
    private let identifier: String
    private let image: ActivityImage

    /// - Parameter key: where the activity stands once more, in the first row.
    init?(
        _ activity: Sheet.Activity, _ caption: ActivityCaption, key: ExactText? = nil,
        press: @escaping () -> Void
    ) {
        guard let image = ActivityImage() else { return nil }
        (identifier, self.image) = (activity.identifier, image)
        super.init(
            key ?? ExactText(activity.identifier), caption.title, small: caption.small, image.widget)
        widget.set(name: caption.title)
        if let description = activity.subtitle ?? caption.small { widget.set(description: description) }
        widget.signals.on("clicked", press)
    }

    override var identifiers: [String] { [identifier] }

    override func show(_ state: SheetState) { image.show(state.icons[identifier]) }
}
