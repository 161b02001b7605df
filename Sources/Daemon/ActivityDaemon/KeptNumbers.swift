// SPDX-License-Identifier: Apache-2.0
//
// Several daemons may share one cache: a person has two runtime folders, or a home on a network file system.
// Each adds its own counts to the stored ones, under the folder's lock, and records under its own name that
// it runs.

import ActivityRegistry
import Host
import StrictJSON

/// The counters stored in `numbers.json` in the cache folder.
struct KeptNumbers {
    /// Maximum size of the file, in bytes: a runtime folder's path may be 4 KiB long.
    private static let maximumBytes = 128 << 10
    /// Maximum wait for the lock, in milliseconds: another daemon holds it while it writes a file. Clients'
    /// changes wait behind this on the disk thread, and matter more.
    private static let patience = 200
    /// Maximum number of daemons recorded as running, including killed ones that never came back: more than
    /// one cache ever has.
    private static let maximumRunning = 16
    /// Integers that JSON readers represent exactly; no counter gets larger.
    private static let range = 0...(1 << 53)

    private var counts: [String: Int] = [:]
    private var running: [String] = []
    /// The whole object as read: members that a newer version wrote are preserved.
    private var others = JSON.Object()

    /// Changes the stored counters under the folder's lock.
    ///
    /// - Throws: if the file cannot be read or written, or another daemon holds the lock.
    @discardableResult
    static func update(
        _ path: String, _ change: (inout KeptNumbers) -> Void
    ) throws(StorageError) -> KeptNumbers {
        let file = StateFile(path: path, audience: .owner, limit: maximumBytes)
        return try file.hold(within: patience) { () throws(StorageError) in
            let content = file.content()
            if case .unreadable(let error) = content { throw error }
            var kept = KeptNumbers(content.object ?? JSON.Object())
            change(&kept)
            try file.replace(kept.document)
            return kept
        }
    }

    private init(_ object: JSON.Object) {
        others = object
        for name in Numbers.names {
            guard let number: Int = try? object.read(name), Self.range.contains(number) else { continue }
            counts[name] = number
        }
        running = (try? object.read("running")) ?? []
    }

    subscript(name: String) -> Int {
        get { counts[name] ?? 0 }
        set { counts[name] = min(newValue, Self.range.upperBound) }
    }

    /// The stored counter plus counts that are not stored yet.
    func count(_ name: String, more: Int) -> Int { min(self[name] + more, Self.range.upperBound) }

    /// Records that a daemon runs; true if it was recorded already, since it did not end in order.
    mutating func begin(_ daemon: String) -> Bool {
        let isNoted = running.contains(daemon)
        running = (running.filter { $0 != daemon } + [daemon]).suffix(Self.maximumRunning)
        return isNoted
    }

    mutating func end(_ daemon: String) { running.removeAll { $0 == daemon } }

    private var document: JSON.Object {
        var object = others
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { object.set(name, .integer(count)) }
        object.set("running", running.json)
        return object
    }
}
