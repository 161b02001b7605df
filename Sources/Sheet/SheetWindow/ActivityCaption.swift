// SPDX-License-Identifier: Apache-2.0

import ActivityModel

package struct ActivityCaption: Hashable, Sendable {
    /// The title, with a mark if the activity asks before it does anything.
    package let title: String
    /// Small text: the subtitle if another title folds alike, and a note, for instance that the activity
    /// accepts only some of the items.
    package let small: String?

    package static func all(
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
