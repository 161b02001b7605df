// SPDX-License-Identifier: Apache-2.0

import ActivityModel

extension Load {
    /// Notes the titles under which custom activities serve, and forgets those of bundles that are gone.
    ///
    /// Only what serves establishes a title, and none that a system activity bears: else a bundle that was
    /// rejected for its icon, or came while the system's folder could not be read, would have a system title for good.
    mutating func establish(after before: [String: String], _ elections: Elections) {
        let identifiers = bundles.map(\.identifier) + pending.map(\.identifier)
        established = [:]
        for identifier in identifiers { established[identifier] = before[identifier] }
        for bundle in bundles where establishes(bundle, elections) {
            established[bundle.identifier] = bundle.manifest.title
        }
    }

    private func establishes(_ bundle: Bundle, _ elections: Elections) -> Bool {
        knowsSystem && bundle.source == .custom && bundle.state(under: elections) == .active
            && !neighbours.hasSystemTitle(bundle.record)
    }
}
