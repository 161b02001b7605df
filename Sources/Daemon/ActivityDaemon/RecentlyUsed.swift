// SPDX-License-Identifier: Apache-2.0

/// A cache that evicts the least recently used values.
struct RecentlyUsed<Key: Hashable, Value> {
    private var values: [Key: (value: Value, used: UInt64)] = [:]
    private var clock: UInt64 = 0
    private var size = 0
    private let limit: Int
    private let sizeOf: (Value) -> Int

    /// - Parameters:
    ///   - limit: maximum total size.
    ///   - sizeOf: size of one value.
    init(limit: Int, sizeOf: @escaping (Value) -> Int = { _ in 1 }) {
        (self.limit, self.sizeOf) = (limit, sizeOf)
    }

    var isEmpty: Bool { values.isEmpty }

    subscript(key: Key) -> Value? {
        mutating get {
            guard let entry = values[key] else { return nil }
            clock += 1
            values[key] = (entry.value, clock)
            return entry.value
        }
        set {
            remove(key)
            guard let newValue else { return }
            size += sizeOf(newValue)
            if size > limit { makeRoom() }
            clock += 1
            values[key] = (newValue, clock)
        }
    }

    /// Evicts values until three quarters of the limit are used, so that the sort is not repeated for each
    /// new value.
    private mutating func makeRoom() {
        for (key, _) in values.sorted(by: { $0.value.used < $1.value.used }) {
            guard size > limit / 4 * 3 else { return }
            remove(key)
        }
    }

    private mutating func remove(_ key: Key) {
        if let entry = values.removeValue(forKey: key) { size -= sizeOf(entry.value) }
    }
}
