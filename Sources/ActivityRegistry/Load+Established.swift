// SPDX-License-Identifier: Apache-2.0

import ActivityModel

extension Load {
    /// Notes the titles under which custom activities serve, and forgets those of bundles that are gone.
    ///
    /// Only what serves establishes a title, and none that a system activity bears: else whoever was rejected
    /// for his icon, or came while the system's folder could not be read, would have a system title for good.
    mutating func establish(after before: [String: String], _ elections: Elections) {
        established = [:]
        for record in bundles.map(\.record) + pending.map(\.record) {
            established[record.identifier] = before[record.identifier]
        }
        guard knowsSystem else { return }
        for bundle in bundles where bundle.source == .custom && bundle.state(under: elections) == .active {
            let title = bundle.manifest.title
            if !neighbours.isSystemTitle(title) { established[bundle.identifier] = title }
        }
    }
}
