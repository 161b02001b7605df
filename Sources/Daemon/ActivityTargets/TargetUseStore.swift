// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityPerforming
import ActivityRegistry
package import Host
import StrictJSON

/// Stores the successful uses of targets: `targets.json` in the person's state folder, readable only by the
/// person.
///
///     {"targets": [{"identifier": "org.example.phone", "value": "a1", "uses": {"image": [1790000000]}}]}
///
/// `value` is the program's identifier of the target; labels are not stored. Times are seconds since 1970.
package struct TargetUseStore: PersonStore {
    /// Maximum size of the file, in bytes: 64 of the longest values fit.
    private static let maximumBytes = 1 << 20
    private static let key = "targets"

    let folder: String
    private let file: StateFile

    init(folder: String) {
        self.folder = folder
        file = StateFile(path: folder + "/targets.json", audience: .owner, limit: Self.maximumBytes)
    }

    /// Reads the stored uses; empty if the file is unusable.
    func load() -> TargetUses { Self.uses(in: file.object) }

    private static func uses(in object: JSON.Object) -> TargetUses {
        TargetUses(json: object.value(key) ?? .null)
    }

    /// The stored uses of one activity's targets, or of all, keyed by activity.
    package func kept(of identifier: String?) -> [String: [Registry.KeptTarget]] {
        let wanted = load().all.filter { identifier ?? $0.target.identifier == $0.target.identifier }
        return Dictionary(grouping: wanted) { $0.target.identifier }.mapValues { uses in
            uses.map {
                Registry.KeptTarget(
                    value: $0.target.value.text, uses: $0.count, lastUSec: $0.last * 1_000_000)
            }
        }
    }

    /// Records a success if possible; not if another daemon holds the lock.
    ///
    /// - Returns: the stored uses, and an error message if writing failed.
    func count(_ target: TargetName, _ kind: ContentKind, at time: Int) -> (TargetUses, fault: String?) {
        do throws(StorageError) {
            return (try add(target, kind, at: time), nil)
        } catch .locked {
            return (load(), nil)
        } catch {
            return (load(), error.description)
        }
    }

    /// Records a success; durable when it returns.
    func add(_ target: TargetName, _ kind: ContentKind, at time: Int) throws(StorageError) -> TargetUses {
        var uses = TargetUses()
        try file.hold(within: StateFile.timeout) { () throws(StorageError) in
            try file.change { object in uses = Self.change(&object) { $0.add(target, kind, at: time) } }
        }
        return uses
    }

    /// Removes the uses of an activity's targets; durable when it returns.
    ///
    /// - Returns: whether any were stored.
    /// - Throws: `corrupt` or `storage` if the file may still contain them.
    package func forget(_ identifier: String) throws(StorageError) -> Bool {
        try file.forget(where: { Self.uses(in: $0).contains(identifier) }) { object in
            _ = Self.change(&object) { $0.remove(identifier) }
        }
    }

    private static func change(
        _ object: inout JSON.Object, _ change: (inout TargetUses) -> Void
    ) -> TargetUses {
        var uses = Self.uses(in: object)
        change(&uses)
        object.set(key, uses.isEmpty ? .none : uses.json)
        return uses
    }
}
