// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A ranking as people see it: each thing under one label, and people, where the screen is shared, by their initials.
struct TargetRow {
    private(set) var targets: [(place: TargetRanking.Place, label: String, detail: String?)] = []

    init(_ ranking: TargetRanking, isInitials: Bool) {
        var label: (key: KnownTargets.Key, text: String)?
        for place in ranking.places {
            let target = ranking.target(place)
            // Other ways are the same thing: they bear the first one's label.
            let isSame = target.key.isOneThing && label?.key == target.key
            let text = isSame ? label?.text ?? target.label : target.label
            label = (target.key, text)
            targets.append((place, text, target.detail))
        }
        guard isInitials else { return }
        let people = targets.indices.filter { ranking.target(targets[$0].place).kind?.isPeople == true }
        let initials = PersonInitials(people.map { targets[$0].label })
        for index in people {
            targets[index].label = initials.initials(of: targets[index].label)
            // Marked all the same.
            targets[index].detail = targets[index].detail.map { _ in "" }
        }
    }
}
