// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A ranking for display: each thing with its label and detail, or people's initials for a shared screen.
struct TargetRow {
    private(set) var things: [(ways: [TargetRanking.TargetIndex], label: String, detail: String?)]

    init(_ ranking: TargetRanking, isInitials: Bool) {
        things = ranking.things.map { ways in
            let target = ranking.target(ways[0])
            return (ways, target.label, target.detail)
        }
        guard isInitials else { return }
        let people = things.indices.filter { ranking.target(things[$0].ways[0]).kind?.isPeople == true }
        let initials = PersonInitials(people.map { things[$0].label })
        for index in people {
            things[index].label = initials.initials(of: things[index].label)
            // The empty detail still marks the target, without its text.
            things[index].detail = things[index].detail.map { _ in "" }
        }
    }
}
