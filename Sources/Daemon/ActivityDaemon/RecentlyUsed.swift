// SPDX-License-Identifier: Apache-2.0

/// A few values by their keys; the one that was used least recently makes way for the next.
struct RecentlyUsed<Key: Hashable, Value> {
    private var values: [Key: (value: Value, used: UInt64)] = [:]
    private var clock: UInt64 = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    subscript(key: Key) -> Value? {
        mutating get {
            guard let entry = values[key] else { return nil }
            clock += 1
            values[key] = (entry.value, clock)
            return entry.value
        }
        set {
            guard let newValue else { return values[key] = nil }
            if values[key] == nil, values.count >= limit,
                let oldest = values.min(by: { $0.value.used < $1.value.used })
            {
                values[oldest.key] = nil
            }
            clock += 1
            values[key] = (newValue, clock)
        }
    }
}
