// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON

/// What monitoring counts. A daemon ends when it is idle, so the numbers are kept in the cache's folder from one to the
/// next; a daemon that is killed takes those since its start along.
final class Numbers {
    private static let maximumBytes = 4_096
    /// What JSON's readers take exactly; a larger one is none that was counted.
    private static let range = 0...(1 << 53)

    private let registry: BundleRegistry
    private let path: String
    private var counts = Counts()
    /// Whether what was kept is known, and may be written over.
    private var isRead = false

    /// As they are kept.
    private struct Counts {
        var performs: [String: Int] = [:]
        var restarts = 0
        /// What a newer version has written stays.
        private var others = JSON.Object()

        init() {}

        init(_ object: JSON.Object) {
            others = object
            for result in Outcome.Result.allCases {
                performs[result.rawValue] = Self.number(object, result.rawValue)
            }
            restarts = Self.number(object, "restarts")
        }

        private static func number(_ object: JSON.Object, _ name: String) -> Int {
            guard let number: Int = try? object.read(name), range.contains(number) else { return 0 }
            return number
        }

        /// - Parameter runs: whether a daemon counts on.
        func document(runs: Bool) -> JSON {
            var object = others
            for (result, count) in performs.sorted(by: { $0.key < $1.key }) {
                object.set(result, .integer(count))
            }
            object.set("restarts", .integer(restarts))
            object.set("runs", .bool(runs))
            return .object(object)
        }
    }

    init(_ registry: BundleRegistry) {
        self.registry = registry
        path = registry.searchPath.cacheFolder + "/numbers.json"
    }

    /// Reads what the daemon before has kept, and notes that this one runs.
    func start() {
        let (path, limit) = (path, Self.maximumBytes)
        registry.ask(at: path) { _ in
            Result { () throws(StorageError) in
                let bytes = try AtomicFile.read(path, limit: limit)
                guard let bytes, case .object(let kept)? = try? JSON(parsing: bytes) else {
                    return JSON.Object()
                }
                return kept
            }
        } then: { [self] read in
            // What is there and cannot be read is not written over.
            guard case .success(let kept) = read else { return }
            // What has ended since the start counts too.
            let since = counts
            counts = Counts(kept)
            counts.performs.merge(since.performs, uniquingKeysWith: +)
            if (try? kept.read("runs")) == true { counts.restarts += 1 }
            isRead = true
            write(runs: true)
        }
    }

    func count(_ outcome: Outcome) { counts.performs[outcome.result.rawValue, default: 0] += 1 }

    /// Keeps the numbers; the daemon ends in order.
    func end() { write(runs: false) }

    /// A number that cannot be written is lost, and nothing else.
    private func write(runs: Bool) {
        guard isRead else { return }
        let (path, bytes) = (path, counts.document(runs: runs).serialized)
        registry.tell(at: path) { _ in
            try? AtomicFile.write(bytes, to: path, mode: 0o600, folderMode: 0o700)
        }
    }

    var performs: Registry.Performs {
        func number(_ result: Outcome.Result) -> Int { counts.performs[result.rawValue] ?? 0 }
        return Registry.Performs(
            success: number(.success), failure: number(.failure), cancelled: number(.cancelled))
    }

    var restarts: Int { counts.restarts }
}
