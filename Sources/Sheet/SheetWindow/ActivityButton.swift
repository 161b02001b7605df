// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
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

/// Text beneath an activity's icon.
struct ActivityCaption: Hashable, Sendable {
    /// The title, and the mark of an activity that asks before it does anything.
    let title: String
    /// Text in small letters: the title's origin if another title folds alike, and a note on what is only
    /// taken in part.
    let small: String?

    /// The captions of a sheet's activities, in their order.
    static func all(
        _ activities: [(title: String, mark: String, subtitle: String?, note: String?)]
    ) -> [ActivityCaption] {
        let folded = activities.map { TitleFolding.fold($0.title) }
        let twice = Dictionary(grouping: folded, by: \.self).filter { $0.value.count > 1 }
        return zip(activities, folded).map { activity, folded in
            let small = [twice[folded] == nil ? nil : activity.subtitle, activity.note].compactMap(\.self)
            return ActivityCaption(
                title: activity.title + (activity.title.hasSuffix("…") ? "" : activity.mark),
                small: small.isEmpty ? nil : small.joined(separator: " · "))
        }
    }
}
