// SPDX-License-Identifier: Apache-2.0
//
// Several daemons may share one cache: a person has two runtime folders, or a home on a network file system. Each adds
// what it has counted to what is there, under the folder's lock, and notes by its own name that it runs.

import ActivityRegistry
import Host
import StrictJSON

/// The numbers as they are kept in the cache's folder, `numbers.json`.
struct KeptNumbers {
    /// A runtime folder's path may be 4 KiB long.
    private static let maximumBytes = 128 << 10
    /// Milliseconds to wait for the lock: others hold it as long as they write a file. Changes wait behind
    /// this, and matter more.
    private static let patience = 200
    /// Daemons that run, or that were killed and never came back: more than one cache ever has.
    private static let maximumRunning = 16
    /// Integers that JSON readers represent exactly; a larger number was never counted.
    private static let range = 0...(1 << 53)

    private var counts: [String: Int] = [:]
    private var running: [String] = []
    /// The whole object as read: members that a newer version wrote are preserved.
    private var others = JSON.Object()

    /// Has `change` change what is kept while no other daemon does.
    ///
    /// - Throws: where it cannot be read, or not be written, or another daemon keeps the lock.
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

    /// How many there are of a name with those that are not kept yet.
    func count(_ name: String, more: Int) -> Int { min(self[name] + more, Self.range.upperBound) }

    /// Notes that a daemon runs; true where it is noted already, since it did not end in order.
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
