// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel

/// Finished icons, the least recently asked for given up first.
struct IconCache {
    struct Key: Hashable {
        /// Digest of all files that the icon is made from.
        let source: Digest
        let size: Int
        let tint: Tint
    }

    private var icons: [Key: (icon: Sheet.IconReply, used: UInt64)] = [:]
    private var bytes = 0
    private var clock: UInt64 = 0
    private let maximumBytes: Int

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    var isEmpty: Bool { icons.isEmpty }

    mutating func icon(_ key: Key) -> Sheet.IconReply? {
        guard let entry = icons[key] else { return nil }
        clock += 1
        icons[key] = (entry.icon, clock)
        return entry.icon
    }

    mutating func insert(_ icon: Sheet.IconReply, for key: Key) {
        clock += 1
        if let old = icons.updateValue((icon, clock), forKey: key) { bytes -= old.icon.png.utf8.count }
        bytes += icon.png.utf8.count
        if bytes > maximumBytes { shrink() }
    }

    /// Down to three quarters, so that not each insertion has to look through all.
    private mutating func shrink() {
        for (key, entry) in icons.sorted(by: { $0.value.used < $1.value.used }) {
            guard bytes > maximumBytes / 4 * 3 else { return }
            icons[key] = nil
            bytes -= entry.icon.png.utf8.count
        }
    }
}
