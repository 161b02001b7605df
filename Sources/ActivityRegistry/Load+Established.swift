// SPDX-License-Identifier: Apache-2.0

import ActivityModel

extension Load {
    /// Notes the titles under which custom activities serve, and forgets those of bundles that are gone.
    ///
    /// Only what serves establishes a title, and none that a system activity bears: else whoever was rejected
    /// for his icon, or came while the system's folder could not be read, would have a system title for good.
    mutating func establish(after before: TitleTable, _ elections: Elections) {
        var found = bundles.map { ($0.record, serves: establishes($0, elections)) }
        found += pending.map { ($0.record, serves: false) }
        found.sort { ($0.0.identifier, $0.serves ? 0 : 1) < ($1.0.identifier, $1.serves ? 0 : 1) }
        var titles = TitleTable(room: found.count)
        var last: String?
        for (record, serves) in found where record.identifier != last {
            last = record.identifier
            let title = serves ? record.manifest.title : before[record.identifier]
            if let title { titles.append(title, of: record.identifier) }
        }
        established = titles
    }

    private func establishes(_ bundle: Bundle, _ elections: Elections) -> Bool {
        knowsSystem && bundle.source == .custom && bundle.state(under: elections) == .active
            && !neighbours.hasSystemTitle(bundle.record)
    }
}
