// SPDX-License-Identifier: Apache-2.0

/// Values by their keys; those that were used least recently make way for the next.
struct RecentlyUsed<Key: Hashable, Value> {
    /// An object, so that a use changes it where it is.
    private final class Entry {
        let value: Value
        var used: UInt64

        init(_ value: Value, used: UInt64) { (self.value, self.used) = (value, used) }
    }

    private var entries: [Key: Entry] = [:]
    private var clock: UInt64 = 0
    private var size = 0
    private let limit: Int
    private let sizeOf: (Key, Value) -> Int

    /// - Parameters:
    ///   - limit: of all sizes together.
    ///   - sizeOf: the share of the limit of a key and its value.
    init(limit: Int, sizeOf: @escaping (Key, Value) -> Int = { _, _ in 1 }) {
        (self.limit, self.sizeOf) = (limit, sizeOf)
    }

    var isEmpty: Bool { entries.isEmpty }

    subscript(key: Key) -> Value? {
        mutating get {
            guard let entry = entries[key] else { return nil }
            clock += 1
            entry.used = clock
            return entry.value
        }
        set {
            remove(key)
            guard let newValue else { return }
            size += sizeOf(key, newValue)
            if size > limit { makeRoom() }
            clock += 1
            entries[key] = Entry(newValue, used: clock)
        }
    }

    /// Removes a quarter at once, so that not each new value has all of them looked through.
    private mutating func makeRoom() {
        for (key, _) in entries.sorted(by: { $0.value.used < $1.value.used }) {
            guard size > limit / 4 * 3 else { return }
            remove(key)
        }
    }

    private mutating func remove(_ key: Key) {
        if let entry = entries.removeValue(forKey: key) { size -= sizeOf(key, entry.value) }
    }
}
