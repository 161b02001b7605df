// SPDX-License-Identifier: Apache-2.0

import ActivityModel

extension Load {
    /// Notes the titles under which custom activities serve, and forgets those of bundles that are gone.
    ///
    /// Only what serves establishes a title, and none that a system activity bears: else whoever was rejected
    /// for his icon, or came while the system's folder could not be read, would have a system title for good.
    ///
    /// - Parameter isFirst: whether `before` was read from the disk: then its texts are replaced by those that
    ///   the bundles hold anyway.
    mutating func establish(after before: [String: String], _ elections: Elections, isFirst: Bool) {
        let records = bundles.map(\.record) + pending.map(\.record)
        if isFirst {
            established = [:]
            for record in records { established[record.identifier] = before[record.identifier] }
        } else {
            let there = Set(records.map(\.identifier))
            established =
                before.keys.allSatisfy(there.contains) ? before : before.filter { there.contains($0.key) }
        }
        guard knowsSystem else { return }
        for bundle in bundles where bundle.source == .custom && bundle.state(under: elections) == .active {
            let title = bundle.manifest.title
            if isFirst || established[bundle.identifier] != title, !neighbours.hasSystemTitle(bundle.record) {
                established[bundle.identifier] = title
            }
        }
    }
}
