// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import StrictJSON

/// Contents of files as last read: a look reads again only what has changed since the one before.
///
/// A file is the same by inode, size and ctime, and one that had changed less than two seconds before it was read is
/// read once more, as `FolderStamp` has it. Only what can be used is kept.
final class StateFileCache {
    private struct Stamp: Hashable {
        let device: dev_t
        let inode: ino_t
        let size: off_t
        let seconds: Int
        let nanoseconds: Int
        /// Last change, in milliseconds of CLOCK_REALTIME.
        let changed: Int

        init?(_ file: StateFile) {
            var status = stat()
            let isThere = file.isReadOnly ? stat(file.path, &status) : lstat(file.path, &status)
            guard isThere == 0 else { return nil }
            (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
            (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
            changed = status.changed
        }
    }

    private typealias Known = [ExactText: (stamp: Stamp, object: JSON.Object)]

    private var known: Known = [:]
    /// Contents known to the look before; those that this look does not ask for are dropped.
    private var former: Known = [:]
    private let now: () -> Int
    /// Why this look saw less than there is.
    private(set) var gap = Gap.none
    private(set) var reads = 0

    /// - Parameter now: milliseconds of CLOCK_REALTIME.
    init(now: @escaping () -> Int = Clocks.real) {
        self.now = now
    }

    func beginLook() { (former, known, gap) = (known, [:], .none) }

    func note(_ error: StorageError) { gap = max(gap, error.gap) }

    func content(of file: StateFile) -> StateFile.Content {
        let (path, stamp, time) = (ExactText(file.path), Stamp(file), now())
        if let found = known[path] ?? former[path], found.stamp == stamp {
            known[path] = found
            return .object(found.object)
        }
        reads += 1
        let content = file.content()
        if case .unreadable(let error) = content { note(error) }
        known[path] = nil
        former[path] = nil
        if let object = content.object, let stamp, stamp.changed + 2_000 < time, stamp == Stamp(file) {
            known[path] = (stamp, object)
        }
        return content
    }
}
